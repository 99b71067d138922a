/** What a program needs to know to ask for access. Pure. Source: RFC 8414, RFC 9728. */
import { OFFERED_SCOPES } from '../contract/market/key-scopes.ts'

/** Who gives tokens, for `/.well-known/oauth-authorization-server`. */
export function serverMetadata(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/api/oauth/token`,
    registration_endpoint: `${origin}/api/oauth/register`,
    revocation_endpoint: `${origin}/api/oauth/revoke`,
    scopes_supported: OFFERED_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${origin}/docs`,
  }
}

/** Who takes them, for `/.well-known/oauth-protected-resource`. */
export function resourceMetadata(origin: string, path = ''): object {
  return {
    resource: `${origin}${path}`,
    authorization_servers: [origin],
    scopes_supported: OFFERED_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Guildhall',
    resource_documentation: `${origin}/docs`,
  }
}
