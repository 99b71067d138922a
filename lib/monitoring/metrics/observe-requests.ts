import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HTTP_METHODS } from '../../kernel/errors.ts'
import { metrics } from './registry.ts'

const startedAt = new WeakMap<IncomingMessage, number>()

/** Measures this process, without a layer in front of Next. */
export function observeRequests(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    startedAt.set(request, performance.now())
  })
  diagnostics.subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const started = startedAt.get(request)
    if (started === undefined) return
    const method = (HTTP_METHODS as readonly string[]).includes(request.method ?? '')
      ? request.method!
      : 'other'
    metrics().requestSeconds.observe(
      { endpoint: nameEndpoint(request), method, status: `${Math.floor(response.statusCode / 100)}xx` },
      (performance.now() - started) / 1_000,
    )
  })
}

/** API paths with a series of their own. */
const RESOURCES =
  'auth blobs drafts health images oauth plan-runs plans runs search shared skills submissions vault workspace'.split(
    ' ',
  )

/** Returns one of about twenty names. */
export function nameEndpoint({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, first = '', second = ''] = url.split(/[/?#]/)
  if (first === 'rpc' || first === 'mcp' || first === 'metrics') return `/${first}`
  if (first === 'api') return RESOURCES.includes(second) ? `/api/${second}` : '/api'
  if (first === '_next' || first === 'images' || first === 'icon.svg') return 'file'
  return headers['next-action'] === undefined ? 'page' : 'action'
}
