/** OAuth 2.1 §4.1. An error is shown if it cannot be sent to the client. */

import { type Context, requireViewer } from '../../context/context.ts'
import { makeSecretToken } from '../../kernel/db/secret-token.ts'
import { AppError } from '../../kernel/errors.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { requireToolset } from '../manage-api-keys.ts'
import type { KeyScope } from '../model/key-scopes.ts'
import { type ClientRow, findClient, insertCode } from '../rows/oauth.ts'
import { documentUrlError, findDocumentClient, isDocumentUrl } from './client-metadata-document.ts'
import { askedScopes } from './oauth-metadata.ts'
import { coversRedirect, describeRedirectTarget, redirectUriError } from './redirect-uri.ts'
import {
  OAuthRequestError,
  type ReadParams,
  type RequestParams,
  readRequestParams,
  repeatedParamError,
  wrongResourceError,
} from './request-params.ts'

const CODE_MS = 5 * 60_000

type ConsentAnswer = {
  scopes: readonly string[]
  shownAs: { userId: string; organisationId: string }
  dailyCapMicros?: bigint | null
  /** The slug; null for none. */
  toolset?: string | null
}

type ConsentRequest = {
  client: { name: string; website: string | null }
  returnsTo: string
  scopes: KeyScope[]
}

/** `sendBack` is the redirect URI with the error. */
type RedirectedError = { sendBack: string; errorMessage: string; returnsTo: string }

type Authorization = { ask: ConsentRequest } | RedirectedError

export type AuthorizationParams = RequestParams

/**
 * `origin` is this site's. Throws NOT_FOUND for an unknown client, and INVALID_INPUT for an unregistered redirect URI and
 * for an invalid document of a client.
 */
export async function readAuthorization(
  ctx: Context,
  params: AuthorizationParams,
  origin: string,
): Promise<Authorization> {
  const read = await validateAuthorizationRequest(ctx, params, origin)
  if ('sendBack' in read) return read
  const { client, redirectUri, scopes } = read
  const { name, website } = client
  return { ask: { client: { name, website }, returnsTo: describeRedirectTarget(redirectUri), scopes } }
}

/**
 * Throws as `readAuthorization`, UNAUTHENTICATED, INVALID_INPUT for an unknown toolset, and CONFLICT if the user or
 * organisation has changed since the page was shown.
 */
export async function answerAuthorization(
  ctx: Context,
  params: AuthorizationParams,
  { scopes: granted, shownAs, dailyCapMicros = null, toolset = null }: ConsentAnswer,
  origin: string,
): Promise<string> {
  const { userId, organisationId, organisationName } = requireViewer(ctx)
  if (userId !== shownAs.userId || organisationId !== shownAs.organisationId) {
    throw new AppError('CONFLICT', {
      message: `You are now in ${organisationName}, but this page shows another organisation.`,
      suggestedAction: 'Reload the page, then answer.',
    })
  }
  const read = await validateAuthorizationRequest(ctx, params, origin)
  if ('sendBack' in read) return read.sendBack
  const { client, redirectUri, codeChallenge, back } = read
  const scopes = read.scopes.filter((scope) => granted.includes(scope))
  if (scopes.length === 0)
    return back({ error: 'access_denied', error_description: 'The user denied the request.' })
  const toolsetId = toolset === null ? null : await requireToolset(ctx, toolset)
  const { token: code, tokenHash: codeHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + CODE_MS)
  const made = { codeHash, clientId: client.id, redirectUri, codeChallenge, dailyCapMicros, toolsetId }
  await insertCode(ctx.db, { ...made, userId, organisationId, scopes, expiresAt })
  return back({ code })
}

// RFC 7636 §4.2: base64url of a SHA-256.
const S256 = /^[A-Za-z0-9_-]{43}$/

const KNOWN = ['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state'].concat(
  'code_challenge',
  'code_challenge_method',
)

/**
 * Errors are sent to the client once it and the redirect URI are verified. See OAuth 2.1 §4.1.1; RFC 8707 (resource),
 * RFC 9207 (iss).
 */
type ValidAuthorizationRequest = {
  client: ClientRow
  redirectUri: string
  scopes: KeyScope[]
  codeChallenge: string
  back: (answer: Record<string, string>) => string
}

async function validateAuthorizationRequest(
  ctx: Context,
  params: AuthorizationParams,
  origin: string,
): Promise<ValidAuthorizationRequest | RedirectedError> {
  const read = readRequestParams(params, KNOWN)
  const { client_id: id = '', redirect_uri, state, scope, code_challenge: codeChallenge = '' } = read.fields
  const client = await findAskingClient(ctx, id)
  if (!client) {
    throw (
      documentUrlError(id) ??
      new AppError('NOT_FOUND', {
        message: 'The app that sent you here is not registered with this site.',
        suggestedAction: 'Go back to the app and connect again, so that it registers.',
      })
    )
  }
  const redirectUri = redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : '')
  const isCovered = client.redirectUris.some((registered) => coversRedirect(registered, redirectUri))
  if (!isCovered || read.repeated === 'redirect_uri') {
    throw new AppError('INVALID_INPUT', {
      message: `${client.name} asked to send you to a URL that it did not register, so you were not redirected.`,
    })
  }
  // The rules may be stricter than at registration.
  const error = redirectUriError(redirectUri)
  if (error) {
    throw new AppError('INVALID_INPUT', {
      message: `${client.name} asked to send you to a URL that ${error}, so you were not redirected.`,
      suggestedAction: 'Update the app and connect again, or ask its developer to use an https URL.',
    })
  }
  const back = (answer: Record<string, string>) =>
    buildRedirectUrl(redirectUri, { ...answer, ...(state !== undefined && { state }), iss: origin })
  const refusal = authorizationRequestError(read, origin)
  if (refusal) {
    const { code, message } = refusal
    const sendBack = back({ error: code, error_description: message })
    return { sendBack, errorMessage: message, returnsTo: describeRedirectTarget(redirectUri) }
  }
  return { client, redirectUri, scopes: askedScopes(scope), codeChallenge, back }
}

async function findAskingClient(ctx: Context, id: string): Promise<ClientRow | null> {
  if (isDocumentUrl(id)) return findDocumentClient(ctx, id)
  return isStorable(id) ? findClient(ctx.db, id) : null
}

function authorizationRequestError(read: ReadParams, origin: string): OAuthRequestError | undefined {
  const { response_type, response_mode = 'query', code_challenge = '', code_challenge_method } = read.fields
  const refuse = (code: string, message: string) => new OAuthRequestError(code, message)
  const twice = repeatedParamError(read)
  if (twice) return twice
  if (response_type === undefined) return refuse('invalid_request', 'response_type must be code.')
  if (response_type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.')
  if (response_mode !== 'query') return refuse('invalid_request', 'response_mode must be query.')
  if (code_challenge_method !== 'S256' || !S256.test(code_challenge))
    return refuse('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.')
  return wrongResourceError(read, origin)
}

/** Preserves the registered query (RFC 6749 §3.1.2); there is no fragment. */
function buildRedirectUrl(redirectUri: string, answer: Record<string, string>): string {
  const { href, search } = new URL(redirectUri)
  const before = search ? '&' : href.endsWith('?') ? '' : '?'
  return `${href}${before}${new URLSearchParams(answer)}`
}
