/**
 * A program asks, a person answers. Floor 3.
 *
 * Where the program cannot be told what is wrong with its request, a problem is shown; else every answer goes back to it.
 * Source: OAuth 2.1 §4.1.
 */
import { type Context, requireViewer } from '../context.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { insertCode } from '../db/oauth.ts'
import { makeSecretToken } from '../db/secret-token.ts'
import { AppError } from '../errors.ts'
import { placeOf } from './redirect-uri.ts'
import { type AuthorizationParams, readSound, type SentBack } from './sound-request.ts'

const CODE_MS = 5 * 60_000

export type Answer = {
  /** Those that were left ticked; none when the person refused. */
  scopes: readonly string[]
  /** As whom they were shown to answer. */
  shownAs: { userId: string; organisationId: string }
  /** What the program may spend in a day; none for no cap of its own. */
  dailyCapMicros?: bigint | null
}

export type Asked = {
  client: { name: string; website: string | null }
  /** Where the person goes with the answer: "localhost:6274", "claude.ai", "cursor:". */
  returnsTo: string
  scopes: KeyScope[]
}

/** `ask`: show the person what it is about. */
export type Authorization = { ask: Asked } | SentBack

/**
 * Reads what a program asks for; `origin` is this site's.
 *
 * Throws NOT_FOUND for an unknown program and INVALID_INPUT for an address that it did not register.
 */
export async function readAuthorization(
  ctx: Context,
  params: AuthorizationParams,
  origin: string,
): Promise<Authorization> {
  const read = await readSound(ctx, params, origin)
  if ('sendBack' in read) return read
  const { client, redirectUri, scopes } = read
  const { name, website } = client
  return { ask: { client: { name, website }, returnsTo: placeOf(redirectUri), scopes } }
}

/**
 * The person's answer. Returns the address to send them to. Throws as `readAuthorization` does, UNAUTHENTICATED, and
 * CONFLICT when they have become somebody else, or act for another organisation, since the page was shown.
 */
export async function answerAuthorization(
  ctx: Context,
  params: AuthorizationParams,
  { scopes: granted, shownAs, dailyCapMicros = null }: Answer,
  origin: string,
): Promise<string> {
  const { userId, organisationId, organisationName } = requireViewer(ctx)
  if (userId !== shownAs.userId || organisationId !== shownAs.organisationId) {
    throw new AppError('CONFLICT', {
      message: `You act for ${organisationName} by now, which is not what this page shows.`,
      suggestedAction: 'Load the page again, then answer.',
    })
  }
  const read = await readSound(ctx, params, origin)
  if ('sendBack' in read) return read.sendBack
  const { client, redirectUri, codeChallenge, back } = read
  const scopes = read.scopes.filter((scope) => granted.includes(scope))
  if (scopes.length === 0) return back({ error: 'access_denied', error_description: 'The person said no.' })
  const { token: code, tokenHash: codeHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + CODE_MS)
  const made = { codeHash, clientId: client.id, redirectUri, codeChallenge, dailyCapMicros }
  await insertCode(ctx.db, { ...made, userId, organisationId, scopes, expiresAt })
  return back({ code })
}
