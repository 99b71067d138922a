/** What a door says to who may not pass: where a program gets a token, and for what. Pure. Source: RFC 6750 §3; RFC 9728 §5.1. */
import { OFFERED_SCOPES } from '../contract/market/key-scopes.ts'

type Turned = {
  /** This site's. */
  origin: string
  /** Its path, as its metadata is asked for: "/mcp". */
  door: string
  status: number
  /** Whether something was shown: who showed nothing is told of no mistake. */
  hasToken: boolean
}

/** The `WWW-Authenticate` of a 401 or 403; undefined for any other answer. */
export function challengeOf({ origin, door, status, hasToken }: Turned): string | undefined {
  const error = { 401: hasToken ? 'invalid_token' : undefined, 403: 'insufficient_scope' }[status]
  if (status !== 401 && status !== 403) return undefined
  const said = {
    ...(error && { error }),
    scope: OFFERED_SCOPES.join(' '),
    resource_metadata: `${origin}/.well-known/oauth-protected-resource${door}`,
  }
  return `Bearer ${Object.entries(said)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}
