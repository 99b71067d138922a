/**
 * A program asks, a person answers. Floor 3.
 *
 * Until the program and the address it wants people sent back to are known, nobody is sent anywhere: a problem is
 * shown. From then on every answer goes back to the program, and says whose it is. Source: OAuth 2.1 §4.1; RFC 8707
 * (resource), RFC 9207 (iss).
 */
import { type Context, requireViewer } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { type ClientRow, findClient, insertCode } from '../db/oauth.ts'
import { makeSecretToken } from '../db/secret-token.ts'
import { AppError } from '../errors.ts'
import { coversRedirect } from './redirect-uri.ts'
import { askedScopes } from './scopes.ts'
import { isHere, type ReadParams, readParams, type SentParams } from './sent-params.ts'

const CODE_MS = 5 * 60_000
// RFC 7636 §4.2: the base64url of a SHA-256.
const S256 = /^[A-Za-z0-9_-]{43}$/

const KNOWN = ['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state'].concat(
  'code_challenge',
  'code_challenge_method',
)

/** The parameters of the request, as they stand in the address. */
export type AuthorizationParams = SentParams

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

/** The program made a mistake and can be told at `sendBack`, which is an address of its choice. */
type SentBack = { sendBack: string; whyNot: string; returnsTo: string }

/** `ask`: show the person what it is about. */
export type Authorization = { ask: Asked } | SentBack

type Sound = {
  client: ClientRow
  redirectUri: string
  scopes: KeyScope[]
  codeChallenge: string
  back: (answer: Record<string, string>) => string
}

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

async function readSound(
  ctx: Context,
  params: AuthorizationParams,
  origin: string,
): Promise<Sound | SentBack> {
  const read = readParams(params, KNOWN)
  const { client_id: id = '', redirect_uri, state, scope, code_challenge: codeChallenge = '' } = read.fields
  const client = isStorable(id) ? await findClient(ctx.db, id) : null
  if (!client) {
    throw new AppError('NOT_FOUND', {
      message: 'The program that sent you here is not known to this Guildhall.',
      suggestedAction: 'Go back to the program and connect again: it then makes itself known.',
    })
  }
  const redirectUri = redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : '')
  const isCovered = client.redirectUris.some((registered) => coversRedirect(registered, redirectUri))
  if (!isCovered || read.repeated === 'redirect_uri') {
    throw new AppError('INVALID_INPUT', {
      message: `${client.name} wants you sent to an address that it did not register, so you stay here.`,
    })
  }
  const back = (answer: Record<string, string>) =>
    addressBack(redirectUri, { ...answer, ...(state !== undefined && { state }), iss: origin })
  const scopes = askedScopes(scope)
  const wrong = whatIsWrong(read, origin)
  if (wrong || !scopes) {
    const mistake = wrong ?? BAD_SCOPE
    return { sendBack: back(mistake), whyNot: mistake.error_description, returnsTo: placeOf(redirectUri) }
  }
  return { client, redirectUri, scopes, codeChallenge, back }
}

type Mistake = { error: string; error_description: string }
const BAD_SCOPE: Mistake = { error: 'invalid_scope', error_description: 'Ask for read, run or write.' }

function whatIsWrong({ fields, resources, repeated }: ReadParams, origin: string): Mistake | null {
  const { response_type, response_mode = 'query', code_challenge = '', code_challenge_method } = fields
  const says = (error: string, error_description: string) => ({ error, error_description })
  if (repeated) return says('invalid_request', `${repeated} was sent more than once.`)
  if (response_type !== 'code') return says('unsupported_response_type', 'response_type must be code.')
  if (response_mode !== 'query') return says('invalid_request', 'response_mode must be query.')
  if (code_challenge_method !== 'S256' || !S256.test(code_challenge))
    return says('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.')
  if (!resources.every((resource) => isHere(resource, origin)))
    return says('invalid_target', `Tokens of this Guildhall are for ${origin} only.`)
  return null
}

/** Of a native program's own scheme the rest is its own too: "evil://claude.ai" is nothing of claude.ai's. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

/** The query that was registered stays, to the letter (RFC 6749 §3.1.2). A registered address has no fragment. */
function addressBack(redirectUri: string, answer: Record<string, string>): string {
  const { href, search } = new URL(redirectUri)
  const before = search ? '&' : href.endsWith('?') ? '' : '?'
  return `${href}${before}${new URLSearchParams(answer)}`
}
