/**
 * What a program asks of a person, held to the rules before anybody is asked. Floor 3.
 *
 * Until the program and the address it wants people sent back to are known, nobody is sent anywhere; from then on it
 * is told what is wrong. Every answer says whose it is. Source: OAuth 2.1 §4.1.1; RFC 8707 (resource), RFC 9207 (iss).
 */
import type { Context } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { type ClientRow, findClient } from '../db/oauth.ts'
import { AppError } from '../errors.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { coversRedirect, placeOf } from './redirect-uri.ts'
import { askedScopes } from './scopes.ts'
import {
  type ReadParams,
  readParams,
  refusalOfElsewhere,
  refusalOfTwice,
  type SentParams,
} from './sent-params.ts'

// RFC 7636 §4.2: the base64url of a SHA-256.
const S256 = /^[A-Za-z0-9_-]{43}$/

const KNOWN = ['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state'].concat(
  'code_challenge',
  'code_challenge_method',
)

/** The parameters of the request, as they stand in the address. */
export type AuthorizationParams = SentParams

/** The program made a mistake and can be told at `sendBack`, which is an address of its choice. */
export type SentBack = { sendBack: string; whyNot: string; returnsTo: string }

export type Sound = {
  client: ClientRow
  redirectUri: string
  scopes: KeyScope[]
  codeChallenge: string
  back: (answer: Record<string, string>) => string
}

/** Throws NOT_FOUND for an unknown program and INVALID_INPUT for an address that it did not register. */
export async function readSound(
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
  const refusal = refusalOf(read, origin)
  if (refusal || !scopes) {
    const { code, message } = refusal ?? new OAuthRefusal('invalid_scope', 'Ask for read, run or write.')
    const sendBack = back({ error: code, error_description: message })
    return { sendBack, whyNot: message, returnsTo: placeOf(redirectUri) }
  }
  return { client, redirectUri, scopes, codeChallenge, back }
}

function refusalOf(read: ReadParams, origin: string): OAuthRefusal | undefined {
  const { response_type, response_mode = 'query', code_challenge = '', code_challenge_method } = read.fields
  const says = (code: string, message: string) => new OAuthRefusal(code, message)
  const twice = refusalOfTwice(read)
  if (twice) return twice
  if (response_type === undefined) return says('invalid_request', 'response_type must be code.')
  if (response_type !== 'code') return says('unsupported_response_type', 'response_type must be code.')
  if (response_mode !== 'query') return says('invalid_request', 'response_mode must be query.')
  if (code_challenge_method !== 'S256' || !S256.test(code_challenge))
    return says('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.')
  return refusalOfElsewhere(read, origin)
}

/** The query that was registered stays, to the letter (RFC 6749 §3.1.2). A registered address has no fragment. */
function addressBack(redirectUri: string, answer: Record<string, string>): string {
  const { href, search } = new URL(redirectUri)
  const before = search ? '&' : href.endsWith('?') ? '' : '?'
  return `${href}${before}${new URLSearchParams(answer)}`
}
