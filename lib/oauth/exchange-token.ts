/**
 * From a code, or a refresh token, to a pair of tokens. Floor 3.
 *
 * The grammar of grants and the proof of PKCE are the library's; what a grant is stands in `grant-model.ts`. A token is for
 * this site, whichever of its doors was named, and for no other resource. Source: OAuth 2.1 §3.2; RFC 8707 §2.2.
 */
import OAuth2Server, { Request, Response } from '@node-oauth/oauth2-server'
import type { Context } from '../context.ts'
import { GRANTS, modelOf } from './grant-model.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { readParams, refusalOfElsewhere, refusalOfTwice, type SentParams } from './sent-params.ts'

const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 30 * 86_400
const KNOWN = ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope']

/** Answers a token request; `origin` is this site's. Throws an OAuthRefusal. */
export async function exchangeToken(ctx: Context, sent: SentParams, origin: string): Promise<object> {
  const read = readParams(sent, KNOWN)
  const twice = refusalOfTwice(read)
  if (twice) throw twice
  const { fields } = read
  const { grant_type } = fields
  if (!grant_type || !GRANTS.includes(grant_type)) {
    const code = grant_type ? 'unsupported_grant_type' : 'invalid_request'
    throw new OAuthRefusal(code, `grant_type must be ${GRANTS.join(' or ')}.`)
  }
  const elsewhere = refusalOfElsewhere(read, origin)
  if (elsewhere) throw elsewhere
  const server = new OAuth2Server({
    model: modelOf(ctx.db, fields),
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
    // The library dresses our own failures up as the client's; those are for the log.
    if (!(thrown instanceof OAuth2Server.OAuthError) || thrown.code >= 500) throw thrown
    throw new OAuthRefusal(thrown.name, thrown.message)
  }
}
