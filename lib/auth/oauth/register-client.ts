/** RFC 7591, open to everyone: a client can only ask a user, who sees its name and address. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../context/context.ts'
import { findConfusion } from '../../kernel/names/confusable-names.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { enforceRateLimit, RATE_LIMITS } from '../enforce-rate-limit.ts'
import { insertClient } from '../rows/oauth.ts'
import { redirectUriError } from './redirect-uri.ts'
import { OAuthRequestError } from './request-params.ts'

const METHODS = ['none'] as const
const GRANTS = ['authorization_code', 'refresh_token'] as const

// RFC 7591 §2: other fields are ignored.
const metadata = z.object({
  redirect_uris: z.array(z.string().max(2_000)).min(1, 'must contain at least one URL').max(20),
  client_name: z
    .string()
    .trim()
    .max(100)
    .refine(isStorable, 'contains characters that cannot be stored')
    .transform(oneVisibleLine)
    // Shown on the consent page.
    .refine((name) => findConfusion(name) !== 'badge', 'contains a character that looks like a badge')
    .optional(),
  client_uri: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine(isStorable)
    .optional()
    .catch(undefined),
})

/** An app must not ask in this site's name; RFC 7591 §3.2.1 permits to replace it. */
function chooseClientName(asked: string | undefined, redirectUri: string): string {
  const isOwn = asked !== undefined && findConfusion(asked) !== undefined
  return (isOwn ? '' : asked) || new URL(redirectUri).host || 'Unnamed app'
}

type ParsedClient = { name: string; redirectUris: string[]; website: string | null }
type ClientProblem = { code: 'invalid_redirect_uri' | 'invalid_client_metadata'; problem: string }

/** Reads a client's metadata (RFC 7591 §2). */
export function parseClient(given: unknown): ParsedClient | ClientProblem {
  const parsed = metadata.safeParse(given)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    return { code: 'invalid_client_metadata', problem: `${path.join('.') || 'The body'}: ${message}` }
  }
  const { redirect_uris, client_name, client_uri } = parsed.data
  for (const uri of redirect_uris) {
    const error = redirectUriError(uri)
    if (error) return { code: 'invalid_redirect_uri', problem: `${uri.slice(0, 200)} ${error}.` }
  }
  const name = chooseClientName(client_name, redirect_uris[0]!)
  return { name, redirectUris: redirect_uris, website: client_uri ?? null }
}

/**
 * Clients are public and use PKCE, so they get no secret. Throws OAuthRequestError (`invalid_redirect_uri`,
 * `invalid_client_metadata`) or RATE_LIMIT_EXCEEDED.
 */
export async function registerClient(ctx: Context, given: unknown, address: string): Promise<object> {
  await enforceRateLimit(ctx.db, RATE_LIMITS.registerByAddress, address)
  const parsed = parseClient(given)
  if ('problem' in parsed) throw new OAuthRequestError(parsed.code, parsed.problem)
  const { redirectUris: redirect_uris, website: client_uri } = parsed
  const { id, name, createdAt } = await insertClient(ctx.db, {
    id: `app_${randomUUID()}`,
    name: parsed.name,
    redirectUris: redirect_uris,
    website: client_uri,
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
