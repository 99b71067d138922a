/** Requests go through openid-client and the guard for the public internet. */
import { LRUCache } from 'lru-cache'
import * as oauth from 'openid-client'
import { guardedFetch } from '../kernel/network/guarded-fetch.ts'
import { isTrustedHost } from '../kernel/network/pin-host.ts'
import { openClientSecret } from './credentials.ts'
import type { ProviderRow } from './rows/provider-rows.ts'

const TIMEOUT_SECONDS = 10

/** Rebuilt every ten minutes and whenever the provider's settings change, so that a rotated key works at once. */
const cache = new LRUCache<string, oauth.Configuration>({ max: 100, ttl: 10 * 60_000 })

/** Rejects if the issuer cannot be read. */
export async function getOAuthClient(provider: ProviderRow): Promise<oauth.Configuration> {
  const key = `${provider.slug} ${provider.updatedAt.getTime()}`
  const known = cache.get(key)
  if (known) return known
  const made = await makeClient(provider)
  cache.set(key, made)
  return made
}

async function makeClient(provider: ProviderRow): Promise<oauth.Configuration> {
  const server = await serverMetadata(provider)
  const secret = openClientSecret(provider) ?? undefined
  const config = new oauth.Configuration(
    server,
    provider.clientId ?? '',
    undefined,
    secret === undefined ? oauth.None() : secretMethod(server)(secret),
  )
  config.timeout = TIMEOUT_SECONDS
  config[oauth.customFetch] = fetchFromProvider
  const endpoints = [server.token_endpoint, server.revocation_endpoint, server.authorization_endpoint]
  if (endpoints.some((url) => url !== undefined && isPlainAndTrusted(url)))
    oauth.allowInsecureRequests(config)
  return config
}

/** Uses OpenID Connect Discovery or RFC 8414; the admin's endpoints take precedence. */
async function serverMetadata({
  issuer,
  authorizeUrl,
  tokenUrl,
  revokeUrl,
}: ProviderRow): Promise<oauth.ServerMetadata> {
  const given = {
    ...(authorizeUrl && { authorization_endpoint: authorizeUrl }),
    ...(tokenUrl && { token_endpoint: tokenUrl }),
    ...(revokeUrl && { revocation_endpoint: revokeUrl }),
  }
  if (!issuer) return { issuer: new URL(tokenUrl ?? '').origin, ...given }
  const discover = (algorithm: 'oidc' | 'oauth2') =>
    oauth.discovery(new URL(issuer), 'discovery', undefined, undefined, {
      algorithm,
      timeout: TIMEOUT_SECONDS,
      [oauth.customFetch]: fetchFromProvider,
      ...(isPlainAndTrusted(issuer) && { execute: [oauth.allowInsecureRequests] }),
    })
  const found = await discover('oidc').catch(() => discover('oauth2'))
  const { supportsPKCE: _, ...metadata } = found.serverMetadata()
  return { ...metadata, ...given }
}

/** RFC 8414 §2: Basic for servers with metadata; others mostly expect the body. */
function secretMethod({ token_endpoint_auth_methods_supported: methods, ...server }: oauth.ServerMetadata) {
  const isBasic = methods ? methods.includes('client_secret_basic') : 'jwks_uri' in server
  return isBasic ? oauth.ClientSecretBasic : oauth.ClientSecretPost
}

function isPlainAndTrusted(address: string): boolean {
  const url = new URL(address)
  return url.protocol === 'http:' && isTrustedHost(url, process.env.GUILDHALL_INTEGRATION_HOSTS)
}

const fetchFromProvider: oauth.CustomFetch = (url, { method, headers, body }) =>
  guardedFetch(
    url,
    { method, headers, body: body instanceof URLSearchParams ? body.toString() : readErrorText(body) },
    { trusted: process.env.GUILDHALL_INTEGRATION_HOSTS, timeoutMs: TIMEOUT_SECONDS * 1_000 },
  )

function readErrorText(body: unknown): string | undefined {
  return typeof body === 'string' ? body : undefined
}

/** Allowed in a header. */
const SENDABLE = /^[\x21-\x7e]{8,8000}$/

/** Throws an Error for a token that cannot be sent or redacted. */
export function toCredential({
  access_token: token,
  refresh_token: refreshToken,
}: oauth.TokenEndpointResponse): { token: string; refreshToken?: string } {
  if (!SENDABLE.test(token)) throw new Error('The provider returned a token that cannot be used.')
  return { token, ...(refreshToken !== undefined && { refreshToken }) }
}

/** Returns `asked` if the provider returns none (RFC 6749 §5.1). Some separate them by commas. */
export function grantedScopes(
  { scope }: Pick<oauth.TokenEndpointResponse, 'scope'>,
  asked: readonly string[],
): string[] {
  return scope === undefined ? [...asked] : scope.split(/[\s,]+/).filter(Boolean)
}

/** Returns null if it does not expire. */
export function computeExpiry({
  expires_in: seconds,
}: Pick<oauth.TokenEndpointResponse, 'expires_in'>): Date | null {
  return seconds === undefined ? null : new Date(Date.now() + seconds * 1_000)
}

/** Returns a reason to log, without texts of the provider or the person. */
export function describeOAuthFailure(thrown: unknown): string {
  if (thrown instanceof oauth.ResponseBodyError || thrown instanceof oauth.AuthorizationResponseError)
    return thrown.error
  if (!(thrown instanceof Error)) return 'unknown'
  // openid-client wraps failures.
  return thrown.cause instanceof Error ? `${thrown.message}: ${thrown.cause.message}` : thrown.message
}
