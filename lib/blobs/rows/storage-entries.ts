/**
 * Triggers count the stored bytes. Each change is a row, so that concurrent runs do not wait for each other; see the
 * migration `storage_quotas`.
 */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type StorageKind = 'runs' | 'recordings' | 'blobs'

/** In bytes; `person` is the sum of all organisations of the same creator. */
export type StoredBytes = { organisation: number; person: number }

/** Organisations in `except` do not count towards the person's sum. */
type StorageOwner = { organisationId: string; except?: readonly string[] }

export async function sumStored(
  db: Database | Tx,
  { organisationId, except = [] }: StorageOwner,
  kind: StorageKind,
): Promise<StoredBytes> {
  const [row] = await db.$queryRaw<StoredBytes[]>`
    SELECT coalesce(sum("bytes") FILTER (WHERE "organisationId" = ${organisationId}), 0)::float8 AS "organisation",
      coalesce(sum("bytes"), 0)::float8 AS "person"
    FROM "StorageEntry" WHERE "kind" = ${kind} AND "organisationId" IN (
      SELECT ${organisationId} UNION
      SELECT theirs."id" FROM "Organisation" AS one JOIN "Organisation" AS theirs USING ("createdById")
      WHERE one."id" = ${organisationId} AND theirs."id" <> ALL (${except}::text[]))`
  return row!
}

export async function sumVaults(
  db: Database | Tx,
  { organisationId, except = [] }: StorageOwner,
): Promise<StoredBytes> {
  const [row] = await db.$queryRaw<StoredBytes[]>`
    SELECT coalesce(sum("usedBytes" + "historyBytes") FILTER (WHERE "organisationId" = ${organisationId}), 0)::float8
        AS "organisation",
      coalesce(sum("usedBytes" + "historyBytes"), 0)::float8 AS "person"
    FROM "Vault" WHERE "organisationId" IN (
      SELECT ${organisationId} UNION
      SELECT theirs."id" FROM "Organisation" AS one JOIN "Organisation" AS theirs USING ("createdById")
      WHERE one."id" = ${organisationId} AND theirs."id" <> ALL (${except}::text[]))`
  return row!
}

/** The files of skills, recordings of examples, and the documents of SkillSets as they are stored: drafts, versions, submissions and builds. */
export async function sumSkills(
  db: Database | Tx,
  { organisationId, except = [] }: StorageOwner,
): Promise<StoredBytes> {
  const [row] = await db.$queryRaw<StoredBytes[]>`
    SELECT coalesce(sum(stored."bytes") FILTER (WHERE p."organisationId" = ${organisationId}), 0)::float8
        AS "organisation",
      coalesce(sum(stored."bytes"), 0)::float8 AS "person"
    FROM "Publisher" p JOIN "SkillSet" s ON s."publisherId" = p."id"
    CROSS JOIN LATERAL (
      SELECT f."sizeBytes" AS "bytes" FROM "SkillFile" f WHERE f."skillSetId" = s."id"
      UNION ALL SELECT e."sizeBytes" FROM "ExampleRecording" e WHERE e."skillSetId" = s."id"
      UNION ALL SELECT pg_column_size(d."document") + coalesce(pg_column_size(d."beforeProgram"), 0)
        FROM "Draft" d WHERE d."skillSetId" = s."id"
      UNION ALL SELECT pg_column_size(b."document") FROM "StagedSubmission" b WHERE b."skillSetId" = s."id"
      UNION ALL SELECT pg_column_size(v."document") FROM "Version" v WHERE v."skillSetId" = s."id"
      UNION ALL SELECT pg_column_size(m."document") + pg_column_size(m."checks")
        FROM "Submission" m JOIN "Version" v ON v."id" = m."versionId" WHERE v."skillSetId" = s."id"
    ) AS stored
    WHERE p."organisationId" IN (
      SELECT ${organisationId} UNION
      SELECT theirs."id" FROM "Organisation" AS one JOIN "Organisation" AS theirs USING ("createdById")
      WHERE one."id" = ${organisationId} AND theirs."id" <> ALL (${except}::text[]))`
  return row!
}

/** Until the end of the transaction, for all organisations of the same creator, which share a quota. */
export async function lockStorageOfPerson(tx: Tx, organisationId: string, kind: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${kind} of person `} || coalesce("createdById", "id"), 0))
    FROM "Organisation" WHERE "id" = ${organisationId}`
}

/** Replaces entries by their sum, in one statement, so that a reader sees either the entries or the sum. */
export async function foldStorageEntries(db: Database): Promise<void> {
  await db.$executeRaw`
    WITH "folded" AS (
      DELETE FROM "StorageEntry" WHERE ("organisationId", "kind") IN (
        SELECT "organisationId", "kind" FROM "StorageEntry" GROUP BY 1, 2 HAVING count(*) > 1)
      RETURNING "organisationId", "kind", "bytes")
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
      SELECT "organisationId", "kind", sum("bytes") FROM "folded" GROUP BY 1, 2 HAVING sum("bytes") <> 0`
}
