/**
 * What a grant is, as the library of OAuth asks for it: an API key that nobody holds, opened by the tokens. Floor 3.
 *
 * Whoever uses a code a second time has a stolen copy, or was stolen from, so the key is revoked; of a refresh token the
 * same is said only after half a minute, because an honest program asks again when its answer was lost, or refreshes in
 * two windows at once. What the copies of such a moment become does not live on side by side: using one ends the others.
 * Source: OAuth 2.1 §4.1.3, §4.3.1; RFC 9700 §2.2.2, §4.14.
 */
import { randomUUID } from 'node:crypto'
import OAuth2Server from '@node-oauth/oauth2-server'
import { recordAudit } from '../audit/audit.ts'
import type { KeyScope } from '../contract/market/key-scopes.ts'
import { insertApiKey } from '../db/api-keys.ts'
import type { Database } from '../db/client.ts'
import * as store from '../db/oauth.ts'
import { hashSecretToken, makeSecretToken } from '../db/secret-token.ts'
import { findSessionUser } from '../db/users.ts'

export const GRANTS = ['authorization_code', 'refresh_token']
/** After its use, in which a refresh token is good for another pair. */
const REFRESH_GRACE_MS = 30_000

/** Every token begins as a key does, so that a leaked one is recognised for what it is. */
const ACCESS_PREFIX = 'gh_at_'
const REFRESH_PREFIX = 'gh_rt_'

/** Whom a grant stands for; `keyId` once there is a key. */
type Grantor = { userId: string; organisationId: string; dailyCapMicros?: bigint | null; keyId?: string }
type KeyedGrantor = Grantor & { keyId: string }

/** Codes are made in `authorize.ts`, where a person says yes, so the library is not asked to keep any. */
type Model = Omit<OAuth2Server.AuthorizationCodeModel, 'saveAuthorizationCode'> &
  OAuth2Server.RefreshTokenModel

/** `asked` is what the library does not look at in time, or not as OAuth 2.1 does. */
export function modelOf(db: Database, asked: { redirect_uri?: string; scope?: string }): Model {
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
      if (!(await isMember(db, row))) return null
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
      if (!row || row.key.revokedAt || !(await isMember(db, row.key))) return null
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

/** Whoever is locked out, or has left, grants nothing any more: the program is to ask again. */
async function isMember(
  db: Database,
  { userId, organisationId }: Pick<Grantor, 'userId' | 'organisationId'>,
): Promise<boolean> {
  const user = await findSessionUser(db, userId, organisationId)
  return user?.organisation.id === organisationId
}

function words(scope = ''): string[] {
  return scope.split(/\s+/).filter(Boolean)
}
