/**
 * A grant is an API key without a secret, used through tokens. A second use of a code indicates theft: the key is
 * revoked. A refresh token has 30 seconds, because clients retry and refresh in parallel; using one of its pairs ends
 * the others. See OAuth 2.1 §4.1.3, §4.3.1; RFC 9700 §2.2.2, §4.14.
 */
import { randomUUID } from 'node:crypto'
import OAuth2Server from '@node-oauth/oauth2-server'
import { findSessionUser } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { hashSecretToken, makeSecretToken } from '../../kernel/db/secret-token.ts'
import type { KeyScope } from '../model/key-scopes.ts'
import { insertApiKey } from '../rows/api-keys.ts'
import * as store from '../rows/oauth.ts'

export const GRANTS = ['authorization_code', 'refresh_token']
/** A used refresh token still returns another pair for this long. */
const REFRESH_GRACE_MS = 30_000

/** Secret scanners recognise leaked tokens by the prefixes. */
const ACCESS_PREFIX = 'gh_at_'
const REFRESH_PREFIX = 'gh_rt_'

type Grantor = {
  userId: string
  organisationId: string
  dailyCapMicros?: bigint | null
  toolsetId?: string | null
  keyId?: string
}
type KeyedGrantor = Grantor & { keyId: string }

/** The library never saves a code here: `authorize.ts` creates them. */
type Model = Omit<OAuth2Server.AuthorizationCodeModel, 'saveAuthorizationCode'> &
  OAuth2Server.RefreshTokenModel

/** `asked` is what the library does not check as OAuth 2.1 does. */
export function grantModel(db: Database, asked: { redirect_uri?: string; scope?: string }): Model {
  return {
    generateAccessToken: async () => makeSecretToken(ACCESS_PREFIX).token,
    generateRefreshToken: async () => makeSecretToken(REFRESH_PREFIX).token,
    // The library never asks for an access token here: lib/protocols/session checks them.
    getAccessToken: async () => null,

    async getClient(id) {
      const client = await store.findClient(db, id)
      return client && { id, grants: GRANTS, redirectUris: client.redirectUris, name: client.name }
    },

    getAuthorizationCode: (code) => findAuthorizationCode(db, code),

    async revokeAuthorizationCode({ authorizationCode }) {
      const codeHash = hashSecretToken(authorizationCode)
      const row = await store.redeemCode(db, codeHash)
      // Optional with PKCE (OAuth 2.1 §10.2).
      if (row && asked.redirect_uri !== undefined && asked.redirect_uri !== row.redirectUri)
        throw new OAuth2Server.InvalidGrantError(
          'redirect_uri does not match the one the code was issued for.',
        )
      if (row) return true
      // A concurrent request has used the code.
      await store.endGrantOf(db, codeHash)
      return false
    },

    getRefreshToken: (refreshToken) => findRefreshToken(db, refreshToken, asked.scope),

    revokeToken: ({ refreshToken, user }) => {
      // `getRefreshToken` added it.
      const { keyId } = user as KeyedGrantor
      const token = { keyId, refreshHash: hashSecretToken(refreshToken) }
      return store.redeemRefreshToken(db, token, REFRESH_GRACE_MS)
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

async function findAuthorizationCode(
  db: Database,
  code: string,
): Promise<OAuth2Server.AuthorizationCode | null> {
  const row = await store.findCode(db, hashSecretToken(code))
  if (!row) return null
  if (row.usedAt) {
    await store.endGrantOf(db, hashSecretToken(code))
    return null
  }
  const { userId, organisationId, dailyCapMicros, toolsetId } = row
  if (!(await isMember(db, row))) return null
  return {
    authorizationCode: code,
    expiresAt: row.expiresAt,
    // Compared above: the library would require it.
    redirectUri: '',
    scope: row.scopes,
    codeChallenge: row.codeChallenge,
    codeChallengeMethod: 'S256',
    client: { id: row.clientId, grants: GRANTS },
    user: { userId, organisationId, dailyCapMicros, toolsetId } satisfies Grantor,
  }
}

async function findRefreshToken(
  db: Database,
  refreshToken: string,
  askedScope: string | undefined,
): Promise<OAuth2Server.RefreshToken | null> {
  const row = await store.findTokenByRefresh(db, hashSecretToken(refreshToken))
  if (!row || row.key.revokedAt || !(await isMember(db, row.key))) return null
  const { userId, organisationId, id: keyId, scopes } = row.key
  // The library checks only after revoking the token.
  const beyond = splitScope(askedScope).find((word) => !scopes.includes(word as KeyScope))
  if (beyond !== undefined)
    throw new OAuth2Server.InvalidScopeError('The requested scope exceeds the granted scope.')
  return {
    refreshToken,
    refreshTokenExpiresAt: row.refreshExpiresAt,
    scope: scopes,
    client: { id: row.clientId, grants: GRANTS },
    user: { userId, organisationId, keyId } satisfies KeyedGrantor,
  }
}

/** Stores the grant as an API key, which the user sees in Settings and can revoke. */
async function openGrant(
  db: Database,
  { userId, organisationId, dailyCapMicros, toolsetId }: Grantor,
  { name, scope, authorizationCode }: { name: string; scope?: string[]; authorizationCode?: string },
  pair: Omit<store.NewToken, 'keyId'>,
): Promise<void> {
  const scopes = (scope ?? []) as KeyScope[]
  await db.$transaction(async (tx) => {
    // The key itself can never be used: no secret has this hash.
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
      toolsetId,
    }
    const keyId = await insertApiKey(tx, made)
    await store.insertToken(tx, { ...pair, keyId })
    const isBound = await store.bindCode(tx, hashSecretToken(authorizationCode!), keyId)
    if (!isBound) throw new OAuth2Server.InvalidGrantError('This code has already been used.')
    const actor = { userId, name }
    const about = { subjectType: 'key' as const, subjectId: keyId, subject: name, data: { scopes } }
    await recordAudit(tx, { actor, action: 'key.connect', ...about })
  })
}

/** Returns false also for a locked user. */
async function isMember(
  db: Database,
  { userId, organisationId }: Pick<Grantor, 'userId' | 'organisationId'>,
): Promise<boolean> {
  const user = await findSessionUser(db, userId, organisationId)
  return user?.organisation.id === organisationId
}

function splitScope(scope = ''): string[] {
  return scope.split(/\s+/).filter(Boolean)
}
