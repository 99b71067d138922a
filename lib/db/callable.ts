/**
 * What a call, and a page, has to know of a SkillSet, in one query: every run begins with it. Floor 1.
 *
 * Says what `findVisible`, `findInstall` and `countQueuedRuns` say, in their types; a test holds them together.
 */
import { isSlug } from '../contract/market/skill-name.ts'
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'
import type { InstallRow } from './installs.ts'
import {
  type PublishedVersion,
  type PublisherRow,
  type SkillSetRef,
  type Visible,
  visibleTo,
} from './published.ts'
import { runStatement } from './statement.ts'

export type Callable = Visible & {
  install: InstallRow | null
  /** Runs of the caller's organisation that wait for their turn, as `countQueuedRuns` counts them. */
  waiting: number
  /** The caller looks after what the publisher earns: an owner or admin of its organisation, with a key of another too. */
  isEarner: boolean
}

type Caller = {
  userId: string
  /** Whose install counts. */
  organisationId: string
  /** Private things of this organisation only, whatever others the person belongs to. */
  withinId?: string
}

/** JSON has dates as text. */
type Written<T> = { [K in keyof T]: Date extends T[K] ? (null extends T[K] ? string | null : string) : T[K] }

type Row = Omit<PublisherRow, 'id'> & {
  id: string
  slug: string
  name: string
  publisherId: string
  isMember: boolean
  isEarner: boolean
  waiting: number
  versions: Written<PublishedVersion>[] | null
  install: Written<InstallRow> | null
}

/** Null when there is none that this person may see, so that private names do not leak. */
export async function findCallable(
  db: Database | Tx,
  { publisher, skillset }: SkillSetRef,
  { userId, organisationId, withinId }: Caller,
): Promise<Callable | null> {
  // Whatever stands in a URL ends here; a NUL would be an error to Postgres.
  if (!isSlug(publisher) || !isSlug(skillset)) return null
  const [row] = await runStatement<Row>(
    db,
    Prisma.sql`
    SELECT s."id", s."slug", s."name", p."id" AS "publisherId", p."handle", p."displayName", p."bio", p."verifiedAt",
      p."createdAt", p."organisationId",
      EXISTS (
        SELECT FROM "Membership" AS m WHERE m."organisationId" = p."organisationId" AND m."userId" = ${userId}
      ) AS "isMember",
      EXISTS (
        SELECT FROM "Membership" AS m
        WHERE m."organisationId" = p."organisationId" AND m."userId" = ${userId} AND m."role" IN ('OWNER', 'ADMIN')
      ) AS "isEarner",
      (
        SELECT json_agg(json_build_object(
          'id', v."id", 'number', v."number", 'state', v."state", 'visibility', v."visibility",
          'reviewed', v."reviewed", 'changelog', v."changelog",
          'publishedAt', coalesce(v."publishedAt", v."createdAt"), 'deprecationNotice', v."deprecationNotice",
          'deprecatedAt', v."deprecatedAt", 'yankReason', v."yankReason", 'yankedAt', v."yankedAt"
        )) FROM "Version" AS v
        WHERE v."skillSetId" = s."id" AND v."state" IN ('PUBLISHED', 'DEPRECATED', 'YANKED')
      ) AS "versions",
      (
        SELECT json_build_object(
          'versionId', i."versionId", 'range', i."range", 'createdAt', i."createdAt", 'updatedAt', i."updatedAt",
          'number', v."number"
        ) FROM "Install" AS i JOIN "Version" AS v ON v."id" = i."versionId"
        WHERE i."organisationId" = ${organisationId} AND i."skillSetId" = s."id"
      ) AS "install",
      (
        SELECT count(*)::int FROM "Run" AS r
        WHERE r."organisationId" = ${organisationId} AND r."parentRunId" IS NULL AND r."state" = 'queued'
      ) AS "waiting"
    FROM "SkillSet" AS s JOIN "Publisher" AS p ON p."id" = s."publisherId"
    WHERE s."slug" = ${skillset} AND p."handle" = ${publisher}`,
  )
  if (!row) return null
  const { id, slug, name, publisherId, isMember, isEarner, versions, install, waiting, ...rest } = row
  const isWithin = withinId === undefined || withinId === rest.organisationId
  const visible = visibleTo(isMember && isWithin, {
    skillSet: { id, slug, name, publisher: { id: publisherId, ...rest } },
    versions: (versions ?? []).map(readVersion),
  })
  return visible && { ...visible, waiting, isEarner, install: install && readInstall(install) }
}

function readVersion(version: Written<PublishedVersion>): PublishedVersion {
  const { publishedAt, deprecatedAt, yankedAt } = version
  return {
    ...version,
    publishedAt: dateOf(publishedAt),
    deprecatedAt: deprecatedAt === null ? null : dateOf(deprecatedAt),
    yankedAt: yankedAt === null ? null : dateOf(yankedAt),
  }
}

function readInstall({ createdAt, updatedAt, ...rest }: Written<InstallRow>): InstallRow {
  return { ...rest, createdAt: dateOf(createdAt), updatedAt: dateOf(updatedAt) }
}

/** The columns are in UTC and do not say so. */
function dateOf(text: string): Date {
  return new Date(`${text}Z`)
}
