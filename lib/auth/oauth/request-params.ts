/** Empty parameters count as absent; only `resource` may repeat (RFC 6749 §3.1, RFC 8707 §2). */

export type RequestParams = Record<string, string | string[] | undefined>

export type ReadParams = {
  fields: Record<string, string | undefined>
  resources: string[]
  repeated?: string
}

export function readRequestParams(sent: RequestParams, known: readonly string[]): ReadParams {
  const listOf = (name: string) =>
    [Object.hasOwn(sent, name) ? (sent[name] ?? []) : []].flat().filter(Boolean)
  const lists = known.map((name) => [name, listOf(name)] as const)
  return {
    fields: Object.fromEntries(
      lists.flatMap(([name, values]) => (values.length === 1 ? [[name, values[0]]] : [])),
    ),
    resources: listOf('resource'),
    repeated: lists.find(([, values]) => values.length > 1)?.[0],
  }
}

export function repeatedParamError({ repeated }: ReadParams): OAuthRequestError | undefined {
  return repeated
    ? new OAuthRequestError('invalid_request', `${repeated} was sent more than once.`)
    : undefined
}

export function wrongResourceError({ resources }: ReadParams, origin: string): OAuthRequestError | undefined {
  if (resources.every((resource) => isOwnResource(resource, origin))) return undefined
  return new OAuthRequestError('invalid_target', `Tokens from this server are valid for ${origin} only.`)
}

/** Accepts paths of this site too (RFC 8707 §2). */
export function isOwnResource(resource: string, origin: string): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false
  const { origin: asked, username, password } = new URL(resource)
  return asked === origin && !username && !password
}

/** Statuses other than 400; two codes are of RFC 6749 §4.1.2.1. */
const STATUS: Record<string, number> = {
  invalid_client: 401,
  temporarily_unavailable: 429,
  server_error: 500,
}

export class OAuthRequestError extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }

  get status(): number {
    return STATUS[this.code] ?? 400
  }

  /** Replaces what the RFC excludes: quotes, backslash, non-ASCII. */
  toJson(): { error: string; error_description: string } {
    const plain = this.message.replace(/[“”„"‘’]/g, "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
    return { error: this.code, error_description: plain }
  }
}
