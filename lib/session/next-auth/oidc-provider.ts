/** In next-auth's own form. */
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { OidcProvider } from '../../accounts/oidc-settings.ts'

export type OidcClaims = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  preferred_username?: string
} & Record<string, unknown>

export function oidcProvider({ issuer, ...provider }: OidcProvider): OAuthConfig<OidcClaims> {
  return {
    id: provider.id,
    name: provider.name,
    type: 'oauth',
    issuer,
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    authorization: { params: { scope: provider.scope } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    allowDangerousEmailAccountLinking: provider.linkByEmail,
    profile: (claims) => ({
      id: claims.sub,
      name: claims.name ?? claims.preferred_username ?? null,
      // Linked by address: an unverified one could be anybody's.
      email: claims.email_verified === false ? null : (claims.email ?? null),
      emailVerified: claims.email_verified === true ? new Date() : null,
    }),
  }
}

/** Some providers send one as text. */
export function groupsIn(claims: Record<string, unknown> | undefined, claim: string): string[] {
  const value = claims?.[claim]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
