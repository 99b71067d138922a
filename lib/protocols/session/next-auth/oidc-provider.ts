import type { OAuthConfig } from 'next-auth/providers/oauth'
import { isEmailVerified, type OidcProvider } from '../../../auth/oidc-settings.ts'

export type OidcClaims = {
  sub: string
  email?: string
  /** Text with some providers. */
  email_verified?: boolean | string
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
      // Accounts are linked by address: an unverified one could be anybody's.
      email: String(claims.email_verified) === 'false' ? null : (claims.email ?? null),
      emailVerified: isEmailVerified(provider, claims) ? new Date() : null,
    }),
  }
}

/** Some providers send one group as text. */
export function groupsIn(claims: Record<string, unknown> | undefined, claim: string): string[] {
  const value = claims?.[claim]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
