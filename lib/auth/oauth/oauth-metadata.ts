import { APP_SCOPES, KEY_SCOPES, type KeyScope } from '../model/key-scopes.ts'

export function serverMetadata(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/api/oauth/token`,
    registration_endpoint: `${origin}/api/oauth/register`,
    revocation_endpoint: `${origin}/api/oauth/revoke`,
    scopes_supported: APP_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${origin}/docs`,
  }
}

export function resourceMetadata(origin: string, path = ''): object {
  return {
    resource: `${origin}${path}`,
    authorization_servers: [origin],
    scopes_supported: APP_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Guildhall',
    resource_documentation: `${origin}/docs`,
  }
}

/** Returns scopes that apps can request only; the default ones if none remains (RFC 6749 §3.3). */
export function askedScopes(scope: string | undefined): KeyScope[] {
  const names = splitScopes(scope)
  const scopes = APP_SCOPES.filter((each) => names.includes(each))
  return scopes.length > 0 ? scopes : ['read', 'run']
}

/** Returns undefined if none remains. */
export function knownScopes(scope: string | undefined): string | undefined {
  const names = splitScopes(scope).filter((word) => (KEY_SCOPES as readonly string[]).includes(word))
  return names.length > 0 ? names.join(' ') : undefined
}

function splitScopes(scope = ''): string[] {
  return scope.split(/\s+/).filter(Boolean)
}

type Turned = {
  origin: string
  resourcePath: string
  status: number
  /** Without a token there is no error to report. */
  hasToken: boolean
  /** The scopes of which a caller needs one; all that apps can request by default. */
  scopes?: readonly KeyScope[]
}

/**
 * Returns the header of a 401 or 403, else undefined (RFC 6750 §3, RFC 9728 §5.1). Names no authorization server where only
 * scopes are of use that apps cannot request: asking their user would lead to a token that is refused again.
 */
export function wwwAuthenticateHeader({
  origin,
  resourcePath,
  status,
  hasToken,
  scopes = APP_SCOPES,
}: Turned): string | undefined {
  const error = { 401: hasToken ? 'invalid_token' : undefined, 403: 'insufficient_scope' }[status]
  if (status !== 401 && status !== 403) return undefined
  const isForApps = scopes.some((scope) => APP_SCOPES.includes(scope))
  const parameters = {
    ...(error && { error }),
    // All that apps can request: a client that asks for one scope alone would lose those that it has.
    scope: (isForApps ? APP_SCOPES : scopes).join(' '),
    ...(isForApps && {
      resource_metadata: `${origin}/.well-known/oauth-protected-resource${resourcePath}`,
    }),
  }
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}
