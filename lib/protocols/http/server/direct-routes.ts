/**
 * Routes that skip Next, because programs call them most. Next has the same handlers (`instrumentation.node.ts`), and
 * answers in development.
 */
type Params = Record<string, string>
export type DirectHandler = (
  request: Request,
  route: { params: Promise<Params> },
) => Response | Promise<Response>

type RouteModule = Record<string, unknown>

const directRoutes = new Map<string, RouteModule>()

/** Paths look like Next's: "/api/skills/[name]/runs". */
export function registerDirectRoutes(routes: Record<string, RouteModule>): void {
  for (const [path, route] of Object.entries(routes)) directRoutes.set(path, route)
}

/** Returns null for requests that Next answers, for example a slash at the end, or a broken escape. */
export function findDirectHandler(
  method: string,
  url: string,
): { handler: DirectHandler; params: Params } | null {
  const path = url.split(/[?#]/, 1)[0]!
  for (const [pattern, handlers] of directRoutes) {
    const params = matchPath(pattern, path)
    const handler = handlers[method] ?? (method === 'HEAD' ? handlers.GET : undefined)
    if (params && typeof handler === 'function') return { handler: handler as DirectHandler, params }
  }
  return null
}

function matchPath(pattern: string, path: string): Params | null {
  const names = pattern.split('/')
  const parts = path.split('/')
  if (names.length !== parts.length) return null
  const params: Params = {}
  for (const [at, name] of names.entries()) {
    const part = parts[at]!
    if (name.startsWith('[') && part !== '') {
      const value = decoded(part)
      if (value === null) return null
      params[name.slice(1, -1)] = value
    } else if (name !== part) return null
  }
  return params
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
