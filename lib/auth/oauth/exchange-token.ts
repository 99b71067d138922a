/**
 * OAuth 2.1 §3.2. The library parses grants and verifies PKCE; `grant-model.ts` defines them. Tokens are valid for this
 * site, whichever resource was named (RFC 8707 §2.2).
 */
import OAuth2Server, { Request, Response } from '@node-oauth/oauth2-server'
import type { Context } from '../../context/context.ts'
import { hashSecretToken } from '../../kernel/db/secret-token.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { deleteUnusedClients, deleteUsedTokens, endKey, findClient, findTokenOwner } from '../rows/oauth.ts'
import { GRANTS, grantModel } from './grant-model.ts'
import { knownScopes } from './oauth-metadata.ts'
import {
  OAuthRequestError,
  type RequestParams,
  readRequestParams,
  repeatedParamError,
  wrongResourceError,
} from './request-params.ts'

const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 30 * 86_400
const KNOWN = ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope']

/** `origin` is this site's. Throws OAuthRequestError. */
export async function exchangeToken(ctx: Context, sent: RequestParams, origin: string): Promise<object> {
  const read = readRequestParams(sent, KNOWN)
  const twice = repeatedParamError(read)
  if (twice) throw twice
  // Ignores unknown scopes: the response states the granted ones.
  const fields: typeof read.fields = { ...read.fields, scope: knownScopes(read.fields.scope) }
  if (fields.scope === undefined) delete fields.scope
  const { grant_type } = fields
  if (!grant_type || !GRANTS.includes(grant_type)) {
    const code = grant_type ? 'unsupported_grant_type' : 'invalid_request'
    throw new OAuthRequestError(code, `grant_type must be ${GRANTS.join(' or ')}.`)
  }
  const elsewhere = wrongResourceError(read, origin)
  if (elsewhere) throw elsewhere
  const server = new OAuth2Server({
    model: grantModel(ctx.db, fields),
    accessTokenLifetime: ACCESS_SECONDS,
    refreshTokenLifetime: REFRESH_SECONDS,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' }
  const response = new Response({ headers: {} })
  try {
    await server.token(new Request({ method: 'POST', query: {}, headers, body: fields }), response)
    return response.body
  } catch (thrown) {
    // The library wraps errors of this site, such as a failed query, in one of its own.
    if (!(thrown instanceof OAuth2Server.OAuthError) || thrown.code >= 500) throw thrown
    throw new OAuthRequestError(thrown.name, thrown.message)
  }
}

/**
 * Follows RFC 7009; unknown tokens are ignored (§2.2). Throws OAuthRequestError without a token, for an unknown client,
 * and for another's token.
 */
export async function revokeToken(ctx: Context, sent: RequestParams): Promise<void> {
  const read = readRequestParams(sent, ['token', 'client_id'])
  const refusal = repeatedParamError(read)
  if (refusal) throw refusal
  const { token, client_id = '' } = read.fields
  if (!token) throw new OAuthRequestError('invalid_request', 'Send the token to revoke.')
  if (!isStorable(client_id) || !(await findClient(ctx.db, client_id)))
    throw new OAuthRequestError('invalid_client', 'Send your client_id with the token.')
  const owner = await findTokenOwner(ctx.db, hashSecretToken(token))
  if (!owner) return
  if (owner.clientId !== client_id)
    throw new OAuthRequestError('unauthorized_client', 'This token was issued to another client.')
  await endKey(ctx.db, owner.keyId)
}

/** Clients request authorization right away. */
const UNUSED_MS = 7 * DAY_MS

/** Used tokens reveal theft. */
const USED_TOKEN_MS = 7 * DAY_MS

/** Deletes old tokens and unused clients. Clients reuse their id unchecked, so those with a grant stay. */
export async function sweepOAuth(ctx: Context, now = Date.now()): Promise<void> {
  await deleteUsedTokens(ctx.db, new Date(now - USED_TOKEN_MS))
  await deleteUnusedClients(ctx.db, new Date(now - UNUSED_MS))
}
