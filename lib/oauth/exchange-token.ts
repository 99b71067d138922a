/**
 * From a code, or a refresh token, to a pair of tokens. Floor 3.
 *
 * The grammar of grants and the proof of PKCE are the library's; what a grant is stands here: an API key that
 * nobody holds, opened by the tokens. Whoever uses a code a second time has a stolen copy, or was stolen from, so the
 * key is revoked; of a refresh token the same is said only after half a minute, because an honest program asks again when
 * its answer was lost, or refreshes in two windows at once. What the copies of such a moment become does not live on
 * side by side: using one ends the others. Source: OAuth 2.1 §4.1.3, §4.3.1; RFC 9700 §2.2.2, §4.14.
 */
import { randomUUID } from 'node:crypto'
import OAuth2Server, { Request, Response } from '@node-oauth/oauth2-server'
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { insertApiKey } from '../db/api-keys.ts'
import type { Database } from '../db/client.ts'
import * as store from '../db/oauth.ts'
import { hashSecretToken, makeSecretToken } from '../db/secret-token.ts'
import { OAuthRefusal } from './oauth-refusal.ts'

const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 30 * 86_400
/** After its use, in which a refresh token is good for another pair. */
const REFRESH_GRACE_MS = 30_000
const GRANTS = ['authorization_code', 'refresh_token']

/** Every token begins as a key does, so that a leaked one is recognised for what it is. */
const ACCESS_PREFIX = 'gh_at_'
const REFRESH_PREFIX = 'gh_rt_'

/** Whom a grant stands for; `keyId` once there is a key. */
type Grantor = { userId: string; organisationId: string; keyId?: string }
type KeyedGrantor = Grantor & { keyId: string }

/** Answers the form fields of a token request. Throws an OAuthRefusal. */
export async function exchangeToken(ctx: Context, fields: Record<string, string>): Promise<object> {
  if (!GRANTS.includes(fields.grant_type ?? ''))
    throw new OAuthRefusal('unsupported_grant_type', `grant_type must be ${GRANTS.join(' or ')}.`)
  const server = new OAuth2Server({
    model: modelOf(ctx.db),
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

function modelOf(db: Database): Model {
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
      const { clientId, userId, organisationId, scopes, redirectUri, codeChallenge, expiresAt } = row
      return {
        authorizationCode: code,
        expiresAt,
        redirectUri,
        scope: scopes,
        codeChallenge,
        codeChallengeMethod: 'S256',
        client: { id: clientId, grants: GRANTS },
        user: { userId, organisationId } satisfies Grantor,
      }
    },

    async revokeAuthorizationCode({ authorizationCode }) {
      const codeHash = hashSecretToken(authorizationCode)
      if (await store.spendCode(db, codeHash)) return true
      // Several found it unused, and one of them has used it since.
      await store.endGrantOf(db, codeHash)
      return false
    },

    async getRefreshToken(refreshToken) {
      const row = await store.findTokenByRefresh(db, hashSecretToken(refreshToken))
      if (!row || row.key.revokedAt) return null
      const { userId, organisationId, id: keyId, scopes } = row.key
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
  { userId, organisationId }: Grantor,
  { name, scope, authorizationCode }: { name: string; scope?: string[]; authorizationCode?: string },
  pair: Omit<store.NewToken, 'keyId'>,
): Promise<void> {
  const scopes = (scope ?? []) as KeyScope[]
  await db.$transaction(async (tx) => {
    // Nobody holds this key: its hash is of nothing.
    const hash = `app:${randomUUID()}`
    const made = { organisationId, userId, name, prefix: 'connected app', hash, scopes, expiresAt: null }
    const keyId = await insertApiKey(tx, made)
    await store.insertToken(tx, { ...pair, keyId })
    const isBound = await store.bindCode(tx, hashSecretToken(authorizationCode!), keyId)
    if (!isBound) throw new OAuth2Server.InvalidGrantError('This code was used twice.')
    const actor = { userId, name }
    const about = { subjectType: 'key', subjectId: keyId, subject: name, data: { scopes } }
    await recordAudit(tx, { actor, action: 'key.connect', ...about })
  })
}

/** Ends the grant that a token belongs to. Says nothing about tokens that do not exist (RFC 7009 §2.2). */
export async function revokeToken(ctx: Context, { token = '', client_id = '' }: Record<string, string>) {
  const keyId = await store.findKeyOfToken(ctx.db, client_id, hashSecretToken(token))
  if (keyId) await store.endKey(ctx.db, keyId)
}
