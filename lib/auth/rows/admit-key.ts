import type { SessionUser } from '../../accounts/rows/users.ts'
import type { MemberRole, Role } from '../../kernel/db/generated/client.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { isMcpSessionEndedSql } from '../../protocols/rows/mcp.ts'
import { countAttemptsSql, type RateLimitWindow } from '../../settings/rows/rate-limits.ts'
import type { KeyScope } from '../model/key-scopes.ts'

export type PresentedKey = {
  id: string
  organisationId: string
  userId: string
  scopes: KeyScope[]
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  skillSets: string[]
  dailyCapMicros: bigint | null
  toolset: { id: string; slug: string; skillNames: string[] } | null
}

const PRESENTED = {
  id: true,
  organisationId: true,
  userId: true,
  scopes: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  skillSets: true,
  dailyCapMicros: true,
  toolset: { select: { id: true, slug: true, skills: { select: { skillName: true } } } },
} as const

/** Includes revoked and expired keys. */
export async function findApiKeyById(db: Database, id: string): Promise<PresentedKey | null> {
  const row = await db.apiKey.findUnique({ where: { id }, select: PRESENTED })
  if (!row) return null
  const { toolset, ...key } = row
  const skillNames = toolset?.skills.map(({ skillName }) => skillName) ?? []
  const bound = toolset && { id: toolset.id, slug: toolset.slug, skillNames }
  return { ...key, scopes: key.scopes as KeyScope[], toolset: bound }
}

/** Must match `findApiKeyById` and `findSessionUser`; a test compares them. */
type KeyHolder = {
  key: PresentedKey
  /** Null if the user has left the organisation or is locked. */
  user: SessionUser | null
  /** True if the user is locked. */
  isSuspended: boolean
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
  isSuspended: boolean
}

export type AdmittedKey = KeyHolder & {
  waitSeconds: number
  /** The organisation's retention for its runs. */
  retentionDays: number | null
  isMcpSessionEnded: boolean
}

type AdmittedRow = Row & Omit<AdmittedKey, keyof KeyHolder | 'waitSeconds'> & { seconds: number | null }

/** The windows that count a call for the key and for its organisation. `mcpSession` is set for requests to /mcp. */
type Asked = { byKey: RateLimitWindow; byOrganisation: RateLimitWindow; mcpSession?: string }

/**
 * Finds the key by its hash or by that of an OAuth access token, whose expiry and scopes then apply, and counts its call
 * in the same statement. Includes revoked and expired keys, uncounted. `waitSeconds` is 0 unless a limit is exceeded.
 */
export async function admitKey(
  db: Database,
  hash: string,
  { byKey, byOrganisation, mcpSession }: Asked,
): Promise<AdmittedKey | null> {
  const counted = [
    { window: byKey, key: sql`h."id"` },
    { window: byOrganisation, key: sql`h."organisationId"` },
  ]
  const isLive = sql`h."revokedAt" IS NULL AND coalesce(h."expiresAt" > ${new Date()}::timestamp, true)`
  const isMcpSessionEnded = mcpSession ? isMcpSessionEndedSql(sql`"holder"."id"`, mcpSession) : sql`false`
  const from = sql`(SELECT "id", "organisationId" FROM "holder" AS h WHERE ${isLive}) AS h`
  const [row] = await db.$queryRaw<AdmittedRow[]>`
    WITH "holder" AS MATERIALIZED (${selectHolder(hash)}), "counted" AS (${countAttemptsSql(counted, from)})
      SELECT "holder".*, (SELECT max("seconds") FROM "counted") AS "seconds",
        ${isMcpSessionEnded} AS "isMcpSessionEnded" FROM "holder"`
  if (!row) return null
  const { seconds, retentionDays, isMcpSessionEnded: isEnded, ...holder } = row
  const read = { retentionDays, isMcpSessionEnded: isEnded }
  return { ...readHolder(holder), waitSeconds: seconds ?? 0, ...read }
}

function selectHolder(hash: string): Sql {
  return sql`
    SELECT k."id", k."organisationId", k."userId", p."expiresAt",
      CASE WHEN cardinality(p."scopes") = 0 THEN k."scopes" ELSE p."scopes" END AS "scopes",
      k."revokedAt", k."lastUsedAt",
      k."skillSets", k."dailyCapMicros", t."id" AS "toolsetId", t."slug" AS "toolsetSlug",
      ARRAY(SELECT s."skillName" FROM "ToolsetSkill" AS s WHERE s."toolsetId" = t."id") AS "skillNames",
      u."email", u."name", u."role", u."sessionVersion", u."lockedAt" IS NOT NULL AS "isSuspended",
      o."name" AS "organisationName", o."runRetentionDays" AS "retentionDays", m."role" AS "memberRole"
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
    LIMIT 1`
}

function readHolder(row: Row): KeyHolder {
  const { email, name, role, sessionVersion, organisationName, memberRole, isSuspended, ...rest } = row
  const { toolsetId, toolsetSlug, skillNames, ...key } = rest
  const toolset = toolsetId && toolsetSlug ? { id: toolsetId, slug: toolsetSlug, skillNames } : null
  const organisation = memberRole && { id: key.organisationId, name: organisationName, role: memberRole }
  return {
    // `insertApiKey` validates scopes.
    key: { ...key, scopes: key.scopes as KeyScope[], toolset },
    isSuspended,
    user: organisation && { id: key.userId, email, name, role, sessionVersion, organisation },
  }
}
