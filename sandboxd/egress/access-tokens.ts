/**
 * Access tokens of the client credentials grant (RFC 6749 §4.4) for secrets with this use (docs/spec/execution.md §3). Neither
 * the client's secret nor a token ever reaches the code.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as oauth from 'openid-client'
import { tokenHostOf } from '../../lib/contracts/document/secret-use.ts'
import type { UsedFor } from './sign-request.ts'
import { SigningRefusal } from './signing-refusal.ts'

export type ClientSecret = UsedFor<'oauth-client-credentials'>

/** Sends a request to the token endpoint. Rejects with a SigningRefusal if the guard lets none out. */
export type FetchToken = (secret: ClientSecret, request: TokenRequest) => Promise<Response>

type TokenRequest = { method: string; headers: Record<string, string>; body: string }

type TokenOptions = {
  /** Runs of one scope share tokens: those of an organisation and a SkillSet. */
  scope: string
  fetchToken: FetchToken
  /** Tokens that the host did not accept; another one is fetched. */
  rejected?: readonly string[]
}

/** Tokens that end earlier than this are used for one request, so that none ends on its way. */
const MARGIN_SECONDS = 30
/** For a token whose answer does not say how long it is valid. */
const UNKNOWN_SECONDS = 300
const MAX_SECONDS = 24 * 60 * 60

const tokens = new LRUCache<string, string>({ max: 5_000 })
/** By the run's own secret: a request of one run never waits for that of another, which could be cancelled. */
const pending = new WeakMap<ClientSecret, Promise<string>>()

/** What a header can carry (RFC 6750 §2.1), and long enough to be found in an echo. */
const SENDABLE = /^[\x21-\x7e]{8,8000}$/

/** Returns a token, and whether other requests may have used it. Throws SigningRefusal if there is none. */
export async function getAccessToken(
  secret: ClientSecret,
  { scope, fetchToken, rejected = [] }: TokenOptions,
): Promise<{ token: string; isReused: boolean }> {
  const key = keyOf(secret, scope)
  const kept = tokens.get(key)
  if (kept !== undefined && !rejected.includes(kept)) return { token: kept, isReused: true }
  const begun = pending.get(secret)
  if (begun) return { token: await begun, isReused: true }
  const fetched = requestToken(secret, fetchToken).then(({ token, keepSeconds }) => {
    if (keepSeconds > 0) tokens.set(key, token, { ttl: keepSeconds * 1_000 })
    else tokens.delete(key)
    return token
  })
  pending.set(secret, fetched)
  try {
    return { token: await fetched, isReused: false }
  } finally {
    pending.delete(secret)
  }
}

/** Everything that decides which token it is, with a digest of the secret, so that a replaced one is used at once. */
function keyOf({ key, value, use }: ClientSecret, scope: string): string {
  const { tokenUrl, clientId, scope: asked, audience, authentication } = use
  const parts = [scope, key, value, tokenUrl, clientId, asked, audience, authentication]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

async function requestToken(
  secret: ClientSecret,
  fetchToken: FetchToken,
): Promise<{ token: string; keepSeconds: number }> {
  const { value, use } = secret
  const { tokenUrl, clientId, scope, audience, authentication = 'basic' } = use
  const host = tokenHostOf(use)
  if (!host) throw new SigningRefusal(`The tokenUrl of the setting ${secret.key} is not a web address.`)
  const authenticate = authentication === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client = new oauth.Configuration(server, clientId, undefined, authenticate(value))
  // The guard decides; mock hosts of drafts are reached in plain HTTP.
  oauth.allowInsecureRequests(client)
  let refusal: SigningRefusal | undefined
  let status: number | undefined
  client[oauth.customFetch] = async (_url, { method, headers, body }) => {
    try {
      const response = await fetchToken(secret, { method, headers, body: String(body) })
      status = response.status
      return response
    } catch (error) {
      if (error instanceof SigningRefusal) refusal = error
      throw error
    }
  }
  try {
    const asked = { ...(scope !== undefined && { scope }), ...(audience !== undefined && { audience }) }
    const {
      access_token: token,
      token_type: type,
      expires_in: seconds = UNKNOWN_SECONDS,
    } = await oauth.clientCredentialsGrant(client, asked)
    if (type !== 'bearer' || !SENDABLE.test(token))
      throw new SigningRefusal(
        `${host} returned a token that cannot be sent as a Bearer token.`,
        'SEARCH_API_ERROR',
      )
    return { token, keepSeconds: Math.min(seconds, MAX_SECONDS) - MARGIN_SECONDS }
  } catch (error) {
    throw refusal ?? toRefusal(error, { secret, host, status })
  }
}

/** Errors of RFC 6749 §5.2. Other texts of the endpoint are not repeated, because they may contain what was sent. */
const CLIENT_ERRORS = [
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_grant',
  'invalid_request',
  'unsupported_grant_type',
  'invalid_target',
]

function toRefusal(
  error: unknown,
  { secret, host, status }: { secret: ClientSecret; host: string; status: number | undefined },
): SigningRefusal {
  if (error instanceof SigningRefusal) return error
  if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
    const reason =
      error instanceof oauth.ResponseBodyError && CLIENT_ERRORS.includes(error.error)
        ? ` (${error.error})`
        : ''
    return new SigningRefusal(
      `${host} issued no token with the setting ${secret.key}: it returned HTTP ${status}${reason}. Check the client ID and its secret in the settings.`,
      'PRECONDITION_FAILED',
    )
  }
  const what = status === undefined || status === 200 ? 'an answer that is not a token' : `HTTP ${status}`
  return new SigningRefusal(
    `${host} issued no token with the setting ${secret.key}: it returned ${what}.`,
    'SEARCH_API_ERROR',
  )
}
