/**
 * A presented key and whom it stands for, in one query: every call with a key begins with it. Floor 1.
 *
 * Says what `findApiKeyById` and `findSessionUser` say, in their types; a test holds them together.
 */
import type { KeyScope } from '../contract/market/key-scopes.ts'
import type { PresentedKey } from './api-keys.ts'
import type { Database } from './client.ts'
import { type MemberRole, Prisma, type Role } from './generated/client.ts'
import { runStatement } from './statement.ts'
import type { SessionUser } from './users.ts'

export type KeyHolder = {
  key: PresentedKey
  /** Null when its maker has left the organisation, or is locked out. */
  user: SessionUser | null
}

type Row = Omit<PresentedKey, 'scopes'> & {
  scopes: string[]
  email: string
  name: string
  role: Role
  sessionVersion: number
  organisationName: string
  memberRole: MemberRole | null
}

/**
 * By the hash of a key that somebody holds, or of the access token of a connected program, whose end is then the key's,
 * and so are the scopes where it was made for less.
 * Revoked and expired ones too; null when there never was one.
 */
export async function findKeyHolder(db: Database, hash: string): Promise<KeyHolder | null> {
  const [row] = await runStatement<Row>(
    db,
    Prisma.sql`
    SELECT k."id", k."organisationId", k."userId", p."expiresAt",
      CASE WHEN cardinality(p."scopes") = 0 THEN k."scopes" ELSE p."scopes" END AS "scopes",
      k."revokedAt", k."lastUsedAt",
      k."skillSets", k."dailyCapMicros", u."email", u."name", u."role", u."sessionVersion",
      o."name" AS "organisationName", m."role" AS "memberRole"
    FROM (
      SELECT "id" AS "keyId", "expiresAt", "scopes" FROM "ApiKey" WHERE "hash" = ${hash}
      UNION ALL
      SELECT "keyId", "accessExpiresAt", "scopes" FROM "OAuthToken" WHERE "accessHash" = ${hash}
    ) AS p
    JOIN "ApiKey" AS k ON k."id" = p."keyId"
    JOIN "User" AS u ON u."id" = k."userId"
    JOIN "Organisation" AS o ON o."id" = k."organisationId"
    LEFT JOIN "Membership" AS m ON m."organisationId" = k."organisationId" AND m."userId" = k."userId" AND u."lockedAt" IS NULL
    LIMIT 1`,
  )
  if (!row) return null
  const { email, name, role, sessionVersion, organisationName, memberRole, ...key } = row
  const organisation = memberRole && { id: key.organisationId, name: organisationName, role: memberRole }
  return {
    // Every key was written by `insertApiKey`, which takes scopes and nothing else.
    key: { ...key, scopes: key.scopes as KeyScope[] },
    user: organisation && { id: key.userId, email, name, role, sessionVersion, organisation },
  }
}
