/**
 * A program asks, a person answers. Floor 3.
 *
 * Until the program and the address it wants people sent back to are known, nobody is sent anywhere: a problem is
 * shown. From then on every answer goes back to the program. Source: OAuth 2.1 §4.1, RFC 8707 (resource).
 */
import { type Context, requireViewer } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { type ClientRow, findClient, insertCode } from '../db/oauth.ts'
import { makeSecretToken } from '../db/secret-token.ts'
import { AppError } from '../errors.ts'
import { coversRedirect } from './redirect-uri.ts'
import { askedScopes } from './scopes.ts'

const CODE_MS = 5 * 60_000
// RFC 7636 §4.2: the base64url of a SHA-256.
const S256 = /^[A-Za-z0-9_-]{43}$/

/** The parameters of the request, as they stand in the address. */
export type AuthorizationParams = Record<string, string | undefined>

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

type Sound = { client: ClientRow; redirectUri: string; scopes: KeyScope[]; codeChallenge: string }

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
  return {
    ask: {
      client: { name: client.name, website: client.website },
      returnsTo: placeOf(redirectUri),
      scopes,
    },
  }
}

/**
 * The person's answer: `scopes` are those they left ticked, none when they refused. Returns the address to send
 * them to. Throws as `readAuthorization` does, and UNAUTHENTICATED.
 */
export async function answerAuthorization(
  ctx: Context,
  params: AuthorizationParams,
  granted: readonly string[],
  origin: string,
): Promise<string> {
  const { userId, organisationId } = requireViewer(ctx)
  const read = await readSound(ctx, params, origin)
  if ('sendBack' in read) return read.sendBack
  const { client, redirectUri, codeChallenge } = read
  const scopes = read.scopes.filter((scope) => granted.includes(scope))
  const back = (answer: Record<string, string>) => addressBack(redirectUri, params.state, answer)
  if (scopes.length === 0) return back({ error: 'access_denied', error_description: 'The person said no.' })
  const { token: code, tokenHash: codeHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + CODE_MS)
  const made = { codeHash, clientId: client.id, redirectUri, codeChallenge }
  await insertCode(ctx.db, { ...made, userId, organisationId, scopes, expiresAt })
  return back({ code, iss: origin })
}

async function readSound(
  ctx: Context,
  params: AuthorizationParams,
  origin: string,
): Promise<Sound | SentBack> {
  const { client_id: id = '', redirect_uri, state } = params
  const client = isStorable(id) ? await findClient(ctx.db, id) : null
  if (!client) {
    throw new AppError('NOT_FOUND', {
      message: 'The program that sent you here is not known to this Guildhall.',
      suggestedAction: 'Go back to the program and connect again: it then makes itself known.',
    })
  }
  const redirectUri = redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : '')
  if (!client.redirectUris.some((registered) => coversRedirect(registered, redirectUri))) {
    throw new AppError('INVALID_INPUT', {
      message: `${client.name} wants you sent to an address that it did not register, so you stay here.`,
    })
  }
  const { code_challenge: codeChallenge = '' } = params
  const scopes = askedScopes(params.scope)
  const wrong = whatIsWrong(params, origin)
  if (wrong || !scopes) {
    const mistake = wrong ?? BAD_SCOPE
    const sendBack = addressBack(redirectUri, state, mistake)
    return { sendBack, whyNot: mistake.error_description, returnsTo: placeOf(redirectUri) }
  }
  return { client, redirectUri, scopes, codeChallenge }
}

type Mistake = { error: string; error_description: string }
const BAD_SCOPE: Mistake = { error: 'invalid_scope', error_description: 'Ask for read, run or write.' }

function whatIsWrong(params: AuthorizationParams, origin: string): Mistake | null {
  const { response_type, code_challenge = '', code_challenge_method, resource } = params
  const says = (error: string, error_description: string) => ({ error, error_description })
  if (response_type !== 'code') return says('unsupported_response_type', 'response_type must be code.')
  if (code_challenge_method !== 'S256' || !S256.test(code_challenge))
    return says('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.')
  if (resource !== undefined && !isHere(resource, origin))
    return says('invalid_target', `Tokens of this Guildhall are for ${origin} only.`)
  return null
}

/** Of a native program's own scheme the rest is its own too: "evil://claude.ai" is nothing of claude.ai's. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

function isHere(resource: string, origin: string): boolean {
  return URL.canParse(resource) && new URL(resource).origin === origin
}

function addressBack(redirectUri: string, state: string | undefined, answer: Record<string, string>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }) }))
    url.searchParams.set(name, value)
  return url.href
}
