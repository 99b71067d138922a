/** The OpenID Connect providers in GUILDHALL_OIDC, a JSON list that docs/guide/accounts.md describes. */
import { z } from 'zod'

const rule = z
  .strictObject({
    group: z.string().min(1),
    admin: z.literal(true).optional(),
    organisation: z.uuid().optional(),
    role: z.enum(['OWNER', 'ADMIN', 'MEMBER']).default('MEMBER'),
  })
  .refine(({ admin, organisation }) => admin || organisation, 'needs "admin" or "organisation"')

const provider = z.strictObject({
  /** Part of the callback URL, which the operator registers at the provider. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  name: z.string().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  scope: z.string().default('openid email profile'),
  groupsClaim: z.string().default('groups'),
  groups: z.array(rule).default([]),
  /** Links to an existing account if the provider has verified the address. */
  linkByEmail: z.boolean().default(false),
  /** The provider verifies all addresses, although it does not send `email_verified`. */
  verifiesEmail: z.boolean().default(false),
})

/** The ids of this site's own providers of next-auth. */
export const CREDENTIALS_PROVIDER_IDS = ['credentials', 'code', 'passkey', 'ticket'] as const
export type CredentialsProviderId = (typeof CREDENTIALS_PROVIDER_IDS)[number]

const RESERVED_IDS: readonly string[] = ['github', ...CREDENTIALS_PROVIDER_IDS]

export type OidcProvider = z.infer<typeof provider>
export type GroupRule = z.infer<typeof rule>

const providers = z
  .array(provider)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Each "id" must be unique.')
  .refine((list) => !list.some(({ id }) => RESERVED_IDS.includes(id)), 'This "id" is reserved.')

/** A provider that verifies all addresses may leave the claim out. */
export function isEmailVerified(
  { verifiesEmail }: Pick<OidcProvider, 'verifiesEmail'>,
  { email_verified: claim }: { email_verified?: unknown } = {},
): boolean {
  return claim === true || claim === 'true' || (claim === undefined && verifiesEmail)
}

let parsed: { text: string; list: OidcProvider[] } | undefined

/** Throws an Error for the operator; `npm start` calls it first. */
export function oidcProviders(text = process.env.GUILDHALL_OIDC ?? ''): OidcProvider[] {
  if (parsed?.text === text) return parsed.list
  const list = text.trim() === '' ? [] : parse(text)
  parsed = { text, list }
  return list
}

function parse(text: string): OidcProvider[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('GUILDHALL_OIDC is not valid JSON. See docs/guide/accounts.md.')
  }
  const result = providers.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`GUILDHALL_OIDC: ${issue?.path.join('.') || 'the list'}: ${issue?.message}`)
}
