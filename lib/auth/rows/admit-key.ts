import type { SessionUser } from '../../accounts/rows/users.ts'
import type { MemberRole, Role } from '../../kernel/db/generated/client.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { isMcpSessionEndedSql } from '../../protocols/rows/mcp.ts'
import { countAttemptsSql, type RateLimitWindow } from '../../settings/rows/rate-limits.ts'
import { isBudgeted, type KeyBudget } from '../model/key-budget.ts'
import type { KeyScope } from '../model/key-scopes.ts'

/** A key that this one was minted from. */
type KeyAncestor = { id: string; skillSets: string[]; skills: string[] }

/**
 * A key with what it may do now. Whatever ends or limits a key ends or limits those minted from it: the earliest end and the first
 * revocation count, and only scopes that all of them have.
 */
export type PresentedKey = {
  id: string
  organisationId: string
  userId: string
  scopes: KeyScope[]
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  skillSets: string[]
  skills: string[]
  dailyCapMicros: bigint | null
  /** The first one first. */
  ancestors: KeyAncestor[]
  isBudgeted: boolean
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
  skills: true,
  dailyCapMicros: true,
  ancestorIds: true,
  maxPriceMicros: true,
  confirmAboveMicros: true,
  totalCapMicros: true,
  maxRuns: true,
  toolset: { select: { id: true, slug: true, skills: { select: { skillName: true } } } },
} as const

/** Includes revoked and expired keys. */
export async function findApiKeyById(db: Database, id: string): Promise<PresentedKey | null> {
  const row = await db.apiKey.findUnique({ where: { id }, select: PRESENTED })
  if (!row) return null
  const { toolset, ...key } = row
  const skillNames = toolset?.skills.map(({ skillName }) => skillName) ?? []
  const bound = toolset && { id: toolset.id, slug: toolset.slug, skillNames }
  const ancestors = await db.apiKey.findMany({
    where: { id: { in: row.ancestorIds } },
    select: { id: true, scopes: true, skillSets: true, skills: true, expiresAt: true, revokedAt: true },
  })
  return { ...withinAncestors(key, ancestors), toolset: bound }
}

type AncestorRow = KeyAncestor & { scopes: string[]; expiresAt: Date | null; revokedAt: Date | null }

type KeyColumns = KeyBudget &
  Omit<PresentedKey, 'scopes' | 'toolset' | 'ancestors' | 'isBudgeted'> & {
    scopes: string[]
    ancestorIds: string[]
  }

function withinAncestors(columns: KeyColumns, rows: readonly AncestorRow[]): Omit<PresentedKey, 'toolset'> {
  const { ancestorIds, maxPriceMicros, confirmAboveMicros, totalCapMicros, maxRuns, ...key } = columns
  const all = [key, ...rows]
  const scopes = key.scopes.filter((scope) => rows.every((ancestor) => ancestor.scopes.includes(scope)))
  return {
    ...key,
    scopes: scopes as KeyScope[],
    expiresAt: earliest(all.map(({ expiresAt }) => expiresAt)),
    revokedAt: earliest(all.map(({ revokedAt }) => revokedAt)),
    ancestors: ancestorIds.flatMap((id) => {
      const found = rows.find((ancestor) => ancestor.id === id)
      return found ? [{ id, skillSets: found.skillSets, skills: found.skills }] : []
    }),
    isBudgeted: isBudgeted(columns),
  }
}

function earliest(dates: readonly (Date | null)[]): Date | null {
  const [first = null] = dates.filter((date) => date !== null).toSorted((a, b) => a.getTime() - b.getTime())
  return first
}

/** Must match `findApiKeyById` and `findSessionUser`; a test compares them. */
type KeyHolder = {
  key: PresentedKey
  /** Null if the user has left the organisation or is locked. */
  user: SessionUser | null
  /** True if the user is locked. */
  isSuspended: boolean
}

type Row = KeyColumns & {
  /** Its times are texts, as JSON has them. */
  ancestors: (KeyAncestor & { scopes: string[]; expiresAt: string | null; revokedAt: string | null })[] | null
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
    // Otherwise a key could get more calls by minting others.
    { window: byKey, key: sql`coalesce(h."ancestorIds"[1], h."id")` },
    { window: byOrganisation, key: sql`h."organisationId"` },
  ]
  const now = sql`${new Date()}::timestamp`
  const isLive = sql`h."revokedAt" IS NULL AND coalesce(h."expiresAt" > ${now}, true) AND NOT EXISTS (
    SELECT FROM "ApiKey" AS a WHERE a."id" = ANY(h."ancestorIds") AND (a."revokedAt" IS NOT NULL OR a."expiresAt" <= ${now}))`
  const isMcpSessionEnded = mcpSession ? isMcpSessionEndedSql(sql`"holder"."id"`, mcpSession) : sql`false`
  const from = sql`(SELECT "id", "organisationId", "ancestorIds" FROM "holder" AS h WHERE ${isLive}) AS h`
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
      k."skillSets", k."skills", k."dailyCapMicros", k."ancestorIds", k."maxPriceMicros", k."confirmAboveMicros",
      k."totalCapMicros", k."maxRuns", t."id" AS "toolsetId", t."slug" AS "toolsetSlug",
      CASE WHEN cardinality(k."ancestorIds") = 0 THEN NULL ELSE (
        SELECT json_agg(json_build_object('id', a."id", 'scopes', a."scopes", 'skillSets', a."skillSets", 'skills', a."skills",
          'expiresAt', a."expiresAt", 'revokedAt', a."revokedAt")) FROM "ApiKey" AS a WHERE a."id" = ANY(k."ancestorIds")
      ) END AS "ancestors",
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
  const { toolsetId, toolsetSlug, skillNames, ancestors, ...columns } = rest
  const key = withinAncestors(columns, (ancestors ?? []).map(readAncestor))
  const toolset = toolsetId && toolsetSlug ? { id: toolsetId, slug: toolsetSlug, skillNames } : null
  const organisation = memberRole && { id: key.organisationId, name: organisationName, role: memberRole }
  return {
    key: { ...key, toolset },
    isSuspended,
    user: organisation && { id: key.userId, email, name, role, sessionVersion, organisation },
  }
}

/** JSON has times without a zone; the database stores UTC. */
function readAncestor({ expiresAt, revokedAt, ...row }: NonNullable<Row['ancestors']>[number]): AncestorRow {
  const read = (time: string | null) => (time === null ? null : new Date(`${time}Z`))
  return { ...row, expiresAt: read(expiresAt), revokedAt: read(revokedAt) }
}
