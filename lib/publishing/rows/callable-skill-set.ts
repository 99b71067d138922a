/**
 * Everything that a call needs to know about a SkillSet, in a single query, since every run begins with it. The result
 * must match `findVisibleSkillSet` and `findInstall`; a test compares them.
 */

import { type ActiveRestriction, strongestRestriction } from '../../contracts/versions/restriction.ts'
import type { InstallRow } from '../../installs/rows/installs.ts'
import type { VersionReader } from '../../installs/rows/version-readers.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import { isSlug } from '../../kernel/names/skill-name.ts'
import { NAMES_OF_SKILL_SET, skillSetByName } from './former-names.ts'
import {
  filterVisible,
  type PublishedVersion,
  type PublisherRow,
  type SkillSetRef,
  type VisibleSkillSet,
  withoutHidden,
} from './published-versions.ts'

type CallableSkillSet = VisibleSkillSet & {
  install: InstallRow | null
  /** Current and former names. */
  names: string[]
  /** The retention of the caller's organisation for its runs. */
  retentionDays: number | null
  /** What decides which versions the caller's organisation gets by a range. */
  reader: VersionReader
  /** An owner or admin of the publisher's organisation, also when using another organisation's key. */
  isPublisherAdmin: boolean
  /** Whether the caller's organisation lets submitted versions be tried on its runs. */
  agreesToReplays: boolean
}

type Caller = {
  userId: string
  organisationId: string
  /** Limits private SkillSets to these organisations. */
  withinIds?: readonly string[] | undefined
}

type WithDatesAsText<T> = {
  [K in keyof T]: Date extends T[K] ? (null extends T[K] ? string | null : string) : T[K]
}

type Row = Omit<PublisherRow, 'id'> & {
  id: string
  slug: string
  name: string
  names: string[]
  publisherId: string
  isMember: boolean
  agreesToReplays: boolean
  isPublisherAdmin: boolean
  retentionDays: number | null
  versionAgeHours: number | null
  takenIds: string[]
  restrictions: ActiveRestriction[] | null
  versions: WithDatesAsText<PublishedVersion>[] | null
  install: WithDatesAsText<InstallRow> | null
}

/** Returns null for an unknown name, and for SkillSets that this person may not see, so that private names do not leak. */
export async function findCallableSkillSet(
  db: Database | Tx,
  { publisher, skillset }: SkillSetRef,
  { userId, organisationId, withinIds }: Caller,
): Promise<CallableSkillSet | null> {
  if (!isSlug(publisher) || !isSlug(skillset)) return null
  const statement = callableSkillSet({ publisher, skillset }, { userId, organisationId })
  const [row] = await db.$queryRaw<Row[]>`${statement}`
  if (!row) return null
  const { id, slug, name, names, publisherId, isMember, isPublisherAdmin, versions, install, ...others } = row
  const { restrictions, agreesToReplays, retentionDays, versionAgeHours, takenIds, ...rest } = others
  const isWithin = withinIds?.includes(rest.organisationId) ?? true
  const restriction = strongestRestriction(restrictions ?? [])
  const found = {
    skillSet: { id, slug, name, publisher: { id: publisherId, ...rest }, restriction },
    versions: (versions ?? []).map(readVersion),
  }
  const permitted = filterVisible(isMember && isWithin, found)
  const visible = permitted && withoutHidden(permitted, install?.versionId)
  if (!visible) return null
  const reader = { organisationId, minAgeHours: versionAgeHours ?? 0, takenIds }
  return {
    ...visible,
    names,
    retentionDays,
    reader,
    isPublisherAdmin,
    agreesToReplays,
    install: install && readInstall(install),
  }
}

function callableSkillSet(ref: SkillSetRef, { userId, organisationId }: Omit<Caller, 'withinIds'>) {
  return sql`
    SELECT s."id", s."slug", s."name", p."id" AS "publisherId", p."handle", p."displayName", p."bio", p."website",
      p."support", p."repository", p."verifiedAt", p."createdAt", p."organisationId", ${NAMES_OF_SKILL_SET} AS "names",
      EXISTS (
        SELECT FROM "Membership" AS m WHERE m."organisationId" = p."organisationId" AND m."userId" = ${userId}
      ) AS "isMember",
      EXISTS (
        SELECT FROM "Membership" AS m
        WHERE m."organisationId" = p."organisationId" AND m."userId" = ${userId} AND m."role" IN ('OWNER', 'ADMIN')
      ) AS "isPublisherAdmin",
      EXISTS (
        SELECT FROM "ReplayConsent" AS c WHERE c."organisationId" = ${organisationId} AND c."skillSetId" = s."id"
      ) AS "agreesToReplays",
      (
        SELECT json_agg(json_build_object(
          'id', v."id", 'number', v."number", 'state', v."state", 'visibility', v."visibility",
          'reviewed', v."reviewed", 'changelog', v."changelog",
          'publishedAt', coalesce(v."publishedAt", v."createdAt"), 'deprecationNotice', v."deprecationNotice",
          'deprecatedAt', v."deprecatedAt", 'yankReason', v."yankReason", 'yankedAt', v."yankedAt", 'provenance', v."provenance",
          'isPaused', EXISTS (SELECT FROM "VersionBehaviour" AS b WHERE b."versionId" = v."id" AND b."pausedAt" IS NOT NULL),
          'isHidden', EXISTS (SELECT FROM "Restriction" AS r WHERE r."versionId" = v."id" AND r."endedAt" IS NULL),
          'withdrawal', CASE
            WHEN recall."id" IS NOT NULL THEN json_build_object('kind', 'recall', 'id', recall."id",
              'recallClass', recall."recallClass", 'reason', recall."reason", 'replacement', recall."replacement")
            WHEN q."id" IS NOT NULL THEN json_build_object('kind', 'quarantine', 'reason', q."reason",
              'endsAtMs', floor(extract(epoch FROM q."endsAt") * 1000)::bigint)
          END,
          'rollout', (
            SELECT json_build_object('id', r."id", 'state', r."state", 'share', r."share")
            FROM "Rollout" AS r WHERE r."versionId" = v."id"
          )
        )) FROM "Version" AS v
        LEFT JOIN "Recall" AS recall ON recall."id" = v."recallId"
        LEFT JOIN "Quarantine" AS q ON q."id" = v."quarantineId" AND q."endsAt" > now() AT TIME ZONE 'UTC'
        WHERE v."skillSetId" = s."id" AND v."state" IN ('PUBLISHED', 'DEPRECATED', 'YANKED')
      ) AS "versions",
      (
        SELECT json_agg(json_build_object('kind', r."kind", 'reason', r."reason")) FROM (
          SELECT "kind", "reason" FROM "Restriction" WHERE "skillSetId" = s."id" AND "endedAt" IS NULL
          UNION ALL
          SELECT "kind", "reason" FROM "Restriction" WHERE "publisherId" = p."id" AND "endedAt" IS NULL
        ) AS r
      ) AS "restrictions",
      (
        SELECT json_build_object(
          'versionId', i."versionId", 'range', i."range", 'createdAt', i."createdAt", 'updatedAt', i."updatedAt",
          'number', v."number"
        ) FROM "Install" AS i JOIN "Version" AS v ON v."id" = i."versionId"
        WHERE i."organisationId" = ${organisationId} AND i."skillSetId" = s."id"
      ) AS "install",
      ARRAY(
        SELECT t."versionId" FROM "TakenVersion" AS t JOIN "Version" AS v ON v."id" = t."versionId"
        WHERE t."organisationId" = ${organisationId} AND v."skillSetId" = s."id"
      ) AS "takenIds",
      o."runRetentionDays" AS "retentionDays", o."versionAgeHours"
    FROM (VALUES (${organisationId}::text)) AS caller("id") LEFT JOIN "Organisation" AS o ON o."id" = caller."id",
      ${skillSetByName(ref)}`
}

function readVersion(version: WithDatesAsText<PublishedVersion>): PublishedVersion {
  const { publishedAt, deprecatedAt, yankedAt } = version
  return {
    ...version,
    publishedAt: parseUtc(publishedAt),
    deprecatedAt: deprecatedAt === null ? null : parseUtc(deprecatedAt),
    yankedAt: yankedAt === null ? null : parseUtc(yankedAt),
  }
}

function readInstall({ createdAt, updatedAt, ...rest }: WithDatesAsText<InstallRow>): InstallRow {
  return { ...rest, createdAt: parseUtc(createdAt), updatedAt: parseUtc(updatedAt) }
}

/** JSON from Postgres states a timestamp in UTC without an offset, which `Date` would read as local time. */
function parseUtc(text: string): Date {
  return new Date(`${text}Z`)
}
