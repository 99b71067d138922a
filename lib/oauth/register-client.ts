/**
 * A program makes itself known. Floor 3. Source: RFC 7591; Model Context Protocol, Authorization.
 *
 * Anybody may: what a registered program gets is the right to ask a person, who sees its name and where it lives.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { LIMITS, requireAttempt } from '../accounts/throttle.ts'
import type { Context } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import { oneVisibleLine } from '../contract/market/name-field.ts'
import { insertClient } from '../db/oauth.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { whyNotRedirect } from './redirect-uri.ts'

const METHODS = ['none'] as const
const GRANTS = ['authorization_code', 'refresh_token'] as const

// What is not listed is ignored, as §2 asks.
const metadata = z.object({
  redirect_uris: z.array(z.string().max(2_000)).min(1, 'must name at least one address').max(20),
  client_name: z
    .string()
    .trim()
    .max(100)
    .refine(isStorable, 'contains characters that cannot be kept')
    .transform(oneVisibleLine)
    .optional(),
  client_uri: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine(isStorable)
    .optional()
    .catch(undefined),
})

/**
 * Registers a public client and answers with its client information. `address` is where the call came from.
 *
 * Throws an OAuthRefusal (`invalid_redirect_uri`, `invalid_client_metadata`) or RATE_LIMIT_EXCEEDED. A client that
 * asks for a secret gets none: what is not kept cannot leak, and PKCE is demanded of everybody.
 */
export async function registerClient(ctx: Context, given: unknown, address: string): Promise<object> {
  await requireAttempt(ctx.db, LIMITS.registerByAddress, address)
  const parsed = metadata.safeParse(given)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new OAuthRefusal('invalid_client_metadata', `${path.join('.') || 'The body'}: ${message}`)
  }
  const { redirect_uris, client_name, client_uri } = parsed.data
  for (const uri of redirect_uris) {
    const why = whyNotRedirect(uri)
    if (why) throw new OAuthRefusal('invalid_redirect_uri', `${uri.slice(0, 200)} ${why}.`)
  }
  const { id, name, createdAt } = await insertClient(ctx.db, {
    id: `app_${randomUUID()}`,
    name: client_name || new URL(redirect_uris[0]!).host || 'An unnamed program',
    redirectUris: redirect_uris,
    website: client_uri ?? null,
  })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris,
    ...(client_uri && { client_uri }),
    token_endpoint_auth_method: METHODS[0],
    grant_types: GRANTS,
    response_types: ['code'],
  }
}
