/**
 * From a code, or a refresh token, to a pair of tokens. Floor 3.
 *
 * The grammar of grants and the proof of PKCE are the library's; what a grant is stands here: an API key that
 * nobody holds, opened by the tokens. Whoever uses a code a second time has a stolen copy, or was stolen from, so the
 * key is revoked; of a refresh token the same is said only after half a minute, because an honest program asks again when
 * its answer was lost, or refreshes in two windows at once. What the copies of such a moment become does not live on
 * side by side: using one ends the others. A token is for this site, whichever of its doors was named, and says so of any other
 * resource. Source: OAuth 2.1 §4.1.3, §4.3.1; RFC 9700 §2.2.2, §4.14; RFC 8707 §2.2.
 */
import { randomUUID } from 'node:crypto'
import OAuth2Server, { Request, Response } from '@node-oauth/oauth2-server'
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { insertApiKey } from '../db/api-keys.ts'
import type { Database } from '../db/client.ts'
import * as store from '../db/oauth.ts'
import { hashSecretToken, makeSecretToken } from '../db/secret-token.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { isHere, readParams, type SentParams } from './sent-params.ts'

const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 30 * 86_400
/** After its use, in which a refresh token is good for another pair. */
const REFRESH_GRACE_MS = 30_000
const GRANTS = ['authorization_code', 'refresh_token']
const KNOWN = ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope']

/** Every token begins as a key does, so that a leaked one is recognised for what it is. */
const ACCESS_PREFIX = 'gh_at_'
const REFRESH_PREFIX = 'gh_rt_'

/** Whom a grant stands for; `keyId` once there is a key. */
type Grantor = { userId: string; organisationId: string; dailyCapMicros?: bigint | null; keyId?: string }
type KeyedGrantor = Grantor & { keyId: string }

/** Answers a token request; `origin` is this site's. Throws an OAuthRefusal. */
export async function exchangeToken(ctx: Context, sent: SentParams, origin: string): Promise<object> {
  const { fields, resources, repeated } = readParams(sent, KNOWN)
  if (repeated) throw new OAuthRefusal('invalid_request', `${repeated} was sent more than once.`)
  const { grant_type } = fields
  if (!grant_type || !GRANTS.includes(grant_type)) {
    const code = grant_type ? 'unsupported_grant_type' : 'invalid_request'
    throw new OAuthRefusal(code, `grant_type must be ${GRANTS.join(' or ')}.`)
  }
  if (!resources.every((resource) => isHere(resource, origin)))
    throw new OAuthRefusal('invalid_target', `Tokens of this Guildhall are for ${origin} only.`)
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

/** Codes are made in `authorize.ts`, where a person says yes, so the library is not asked to keep any. */
type Model = Omit<OAuth2Server.AuthorizationCodeModel, 'saveAuthorizationCode'> &
  OAuth2Server.RefreshTokenModel

/** `asked` is what the library does not look at in time, or not as OAuth 2.1 does. */
function modelOf(db: Database, asked: { redirect_uri?: string; scope?: string }): Model {
  return {
    generateAccessToken: async () => makeSecretToken(ACCESS_PREFIX).token,
    generateRefreshToken: async () => makeSecretToken(REFRESH_PREFIX).token,
    // A request's bearer is looked up by lib/session, as every other key.
    getAccessToken: async () => null,

    async getClient(id) {
      const client = await store.findClient(db, id)
      return client && { id, grants: GRANTS, redirectUris: client.redirectUris, name: client.name }
    },

    async getAuthorizationCode(code) {
      const row = await store.findCode(db, hashSecretToken(code))
      if (!row) return null
      if (row.usedAt) {
        await store.endGrantOf(db, hashSecretToken(code))
        return null
      }
      const { clientId, userId, organisationId, dailyCapMicros, scopes, codeChallenge, expiresAt } = row
      return {
        authorizationCode: code,
        expiresAt,
        // Compared below: the library would demand it, and call a wrong one a request that cannot be read.
        redirectUri: '',
        scope: scopes,
        codeChallenge,
        codeChallengeMethod: 'S256',
        client: { id: clientId, grants: GRANTS },
        user: { userId, organisationId, dailyCapMicros } satisfies Grantor,
      }
    },

    async revokeAuthorizationCode({ authorizationCode }) {
      const codeHash = hashSecretToken(authorizationCode)
      const row = await store.spendCode(db, codeHash)
      // Who proves to have asked need not say where the answer went (OAuth 2.1 §10.2).
      if (row && asked.redirect_uri !== undefined && asked.redirect_uri !== row.redirectUri)
        throw new OAuth2Server.InvalidGrantError('redirect_uri is not the one that the code was sent to.')
      if (row) return true
      // Several found it unused, and one of them has used it since.
      await store.endGrantOf(db, codeHash)
      return false
    },

    async getRefreshToken(refreshToken) {
      const row = await store.findTokenByRefresh(db, hashSecretToken(refreshToken))
      if (!row || row.key.revokedAt) return null
      const { userId, organisationId, id: keyId, scopes } = row.key
      // Before the token is spent: the library looks after it.
      const beyond = words(asked.scope).find((word) => !scopes.includes(word as KeyScope))
      if (beyond !== undefined)
        throw new OAuth2Server.InvalidScopeError('The grant does not hold all of the scope asked for.')
      return {
        refreshToken,
        refreshTokenExpiresAt: row.refreshExpiresAt,
        scope: scopes,
        client: { id: row.clientId, grants: GRANTS },
        user: { userId, organisationId, keyId } satisfies KeyedGrantor,
      }
    },

    revokeToken: ({ refreshToken, user }) => {
      // As `getRefreshToken` made it.
      const { keyId } = user as KeyedGrantor
      const token = { keyId, refreshHash: hashSecretToken(refreshToken) }
      return store.spendRefreshToken(db, token, REFRESH_GRACE_MS)
    },

    async saveToken(token, client, user) {
      const grantor = user as Grantor
      const pair = {
        clientId: client.id,
        accessHash: hashSecretToken(token.accessToken),
        accessExpiresAt: token.accessTokenExpiresAt!,
        refreshHash: hashSecretToken(token.refreshToken!),
        refreshExpiresAt: token.refreshTokenExpiresAt!,
        scopes: grantor.keyId && asked.scope ? ((token.scope ?? []) as KeyScope[]) : [],
      }
      if (grantor.keyId) await store.insertToken(db, { ...pair, keyId: grantor.keyId })
      else await openGrant(db, grantor, { ...token, name: String(client.name) }, pair)
      return { ...token, client, user }
    },
  }
}

/** The consent becomes a key, which its maker sees and can revoke beside the others. */
async function openGrant(
  db: Database,
  { userId, organisationId, dailyCapMicros }: Grantor,
  { name, scope, authorizationCode }: { name: string; scope?: string[]; authorizationCode?: string },
  pair: Omit<store.NewToken, 'keyId'>,
): Promise<void> {
  const scopes = (scope ?? []) as KeyScope[]
  await db.$transaction(async (tx) => {
    // Nobody holds this key: its hash is of nothing.
    const hash = `app:${randomUUID()}`
    const made = {
      organisationId,
      userId,
      name,
      prefix: 'connected app',
      hash,
      scopes,
      expiresAt: null,
      dailyCapMicros,
    }
    const keyId = await insertApiKey(tx, made)
    await store.insertToken(tx, { ...pair, keyId })
    const isBound = await store.bindCode(tx, hashSecretToken(authorizationCode!), keyId)
    if (!isBound) throw new OAuth2Server.InvalidGrantError('This code was used twice.')
    const actor = { userId, name }
    const about = { subjectType: 'key', subjectId: keyId, subject: name, data: { scopes } }
    await recordAudit(tx, { actor, action: 'key.connect', ...about })
  })
}

function words(scope = ''): string[] {
  return scope.split(/\s+/).filter(Boolean)
}

/**
 * Ends the grant that a token belongs to. Says nothing about tokens that do not exist (RFC 7009 §2.2). Throws an
 * OAuthRefusal for a request without a token, from nobody who is known, and for the token of another program.
 */
export async function revokeToken(ctx: Context, sent: SentParams): Promise<void> {
  const { fields, repeated } = readParams(sent, ['token', 'client_id'])
  const { token, client_id = '' } = fields
  if (repeated) throw new OAuthRefusal('invalid_request', `${repeated} was sent more than once.`)
  if (!token) throw new OAuthRefusal('invalid_request', 'Send the token that is to end.')
  if (!isStorable(client_id) || !(await store.findClient(ctx.db, client_id)))
    throw new OAuthRefusal('invalid_client', 'Send your client_id with it.')
  const owner = await store.findTokenOwner(ctx.db, hashSecretToken(token))
  if (!owner) return
  if (owner.clientId !== client_id)
    throw new OAuthRefusal('unauthorized_client', 'This token was given to another program.')
  await store.endKey(ctx.db, owner.keyId)
}
