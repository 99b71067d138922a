/** Loads a key and its user in one query. Must match `findApiKeyById` and `findSessionUser`; a test compares them. */
import type { KeyScope } from '../../access/key-scopes.ts'
import type { Database } from '../core/prisma-client.ts'
import { runStatement } from '../core/run-statement.ts'
import { type MemberRole, Prisma, type Role } from '../generated/client.ts'
import type { PresentedKey } from './api-keys.ts'
import type { SessionUser } from './users.ts'

export type KeyHolder = {
  key: PresentedKey
  /** Null if the user has left the organisation or is locked. */
  user: SessionUser | null
}

type Row = Omit<PresentedKey, 'scopes' | 'toolset'> & {
  scopes: string[]
  toolsetId: string | null
  toolsetSlug: string | null
  skillNames: string[]
  email: string
  name: string
  role: Role
  sessionVersion: number
  organisationName: string
  memberRole: MemberRole | null
}

/**
 * Finds a key by its hash or by that of an OAuth access token, whose expiry and scopes then apply. Includes
 * revoked and expired keys.
 */
export async function findKeyHolder(db: Database, hash: string): Promise<KeyHolder | null> {
  const [row] = await runStatement<Row>(
    db,
    Prisma.sql`
    SELECT k."id", k."organisationId", k."userId", p."expiresAt",
      CASE WHEN cardinality(p."scopes") = 0 THEN k."scopes" ELSE p."scopes" END AS "scopes",
      k."revokedAt", k."lastUsedAt",
      k."skillSets", k."dailyCapMicros", t."id" AS "toolsetId", t."slug" AS "toolsetSlug",
      ARRAY(SELECT s."skillName" FROM "ToolsetSkill" AS s WHERE s."toolsetId" = t."id") AS "skillNames",
      u."email", u."name", u."role", u."sessionVersion",
      o."name" AS "organisationName", m."role" AS "memberRole"
    FROM (
      SELECT "id" AS "keyId", "expiresAt", "scopes" FROM "ApiKey" WHERE "hash" = ${hash}
      UNION ALL
      SELECT "keyId", "accessExpiresAt", "scopes" FROM "OAuthToken" WHERE "accessHash" = ${hash}
    ) AS p
    JOIN "ApiKey" AS k ON k."id" = p."keyId"
    JOIN "User" AS u ON u."id" = k."userId"
    JOIN "Organisation" AS o ON o."id" = k."organisationId"
    LEFT JOIN "Toolset" AS t ON t."id" = k."toolsetId"
    LEFT JOIN "Membership" AS m ON m."organisationId" = k."organisationId" AND m."userId" = k."userId" AND u."lockedAt" IS NULL
    LIMIT 1`,
  )
  if (!row) return null
  const { email, name, role, sessionVersion, organisationName, memberRole, ...rest } = row
  const { toolsetId, toolsetSlug, skillNames, ...key } = rest
  const toolset = toolsetId && toolsetSlug ? { id: toolsetId, slug: toolsetSlug, skillNames } : null
  const organisation = memberRole && { id: key.organisationId, name: organisationName, role: memberRole }
  return {
    // Every key was written by `insertApiKey`, which validates scopes.
    key: { ...key, scopes: key.scopes as KeyScope[], toolset },
    user: organisation && { id: key.userId, email, name, role, sessionVersion, organisation },
  }
}
