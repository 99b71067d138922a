import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'

export type StoredImage = { id: string; mime: string; bytes: Uint8Array }

type NewImage = {
  id: string
  mime: string
  bytes: Uint8Array<ArrayBuffer>
  sizeBytes: number
  createdById: string
}

/** Does nothing if the image is stored already. */
export async function insertImage(db: Database | Tx, image: NewImage): Promise<void> {
  await db.image.createMany({ data: [image], skipDuplicates: true })
}

/** Returns whether it is stored. If nothing shows it, the sweep spares it for another day. */
export async function renewImage(db: Database | Tx, id: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE "Image" SET "unusedSince" = CASE WHEN "unusedSince" IS NULL THEN NULL ELSE now() AT TIME ZONE 'UTC' END
    WHERE "id" = ${id}`
  return count > 0
}

export function findImage(db: Database | Tx, id: string): Promise<StoredImage | null> {
  return db.image.findUnique({ where: { id }, select: { id: true, mime: true, bytes: true } })
}

/** Until the end of the transaction, so that uploads at the same time cannot exceed the person's quota together. */
export async function lockImagesOf(tx: Tx, createdById: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`images of person ${createdById}`}, 0))`
}

export async function sumImageBytes(db: Database | Tx, createdById: string): Promise<number> {
  const { _sum } = await db.image.aggregate({ where: { createdById }, _sum: { sizeBytes: true } })
  return _sum.sizeBytes ?? 0
}

export async function markImagesShown(db: Database | Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.$executeRaw`
    UPDATE "Image" SET "unusedSince" = NULL WHERE "id" = ANY(${ids}) AND "unusedSince" IS NOT NULL`
}

/** Spares images that have been marked as shown since the sweep read the documents. */
export async function markImagesUnused(db: Database, shown: readonly string[], at: Date): Promise<void> {
  await db.$executeRaw`UPDATE "Image" SET "unusedSince" = ${at} WHERE "unusedSince" IS NULL AND "id" <> ALL(${shown})`
}

export function deleteUnusedImages(
  db: Database,
  { shown, before }: { shown: readonly string[]; before: Date },
): Promise<number> {
  return db.$executeRaw`DELETE FROM "Image" WHERE "unusedSince" < ${before} AND "id" <> ALL(${shown})`
}

export async function hasImages(db: Database): Promise<boolean> {
  return (await db.image.findFirst({ select: { id: true } })) !== null
}

// The text of a JSON column; parsing would refuse the escaped NUL that a draft may contain.
const DOCUMENT = sql`"document"::text`
const DOCUMENTS: { table: Sql; key: Sql; text: Sql }[] = [
  {
    table: sql`"Draft"`,
    key: sql`"skillSetId"`,
    text: sql`concat("document"::text, "beforeProgram"::text)`,
  },
  { table: sql`"Version"`, key: sql`"id"`, text: DOCUMENT },
  { table: sql`"StagedSubmission"`, key: sql`"id"`, text: DOCUMENT },
]

/** Yields the ids of shown images, also of unknown ones, in batches that take a fraction of a second. */
export async function* listShownImages(db: Database, take = 500): AsyncGenerator<string[]> {
  const settings = await db.siteSetting.findMany({ where: { value: { startsWith: '/images/' } } })
  yield settings.map(({ value }) => value.slice('/images/'.length))
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: { id: string; imageId: string }[] = await db.screenshot.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take,
      select: { id: true, imageId: true },
    })
    yield rows.map(({ imageId }) => imageId)
    after = rows.at(-1)?.id
  }
  for (const { table, key, text } of DOCUMENTS) {
    for (let after: string | null = ''; after !== null; ) {
      const [batch]: { last: string | null; ids: string[] }[] = await db.$queryRaw<
        {
          last: string | null
          ids: string[]
        }[]
      >`
        WITH batch AS MATERIALIZED (
          SELECT ${key} AS "key", ${text} AS "text" FROM ${table} WHERE ${key} > ${after} ORDER BY ${key} LIMIT ${take}::int)
        SELECT max("key") AS "last", coalesce(
          (SELECT array_agg(DISTINCT found[1]) FROM batch, regexp_matches("text", '"/images/([0-9a-f]{64})"', 'g') AS found),
          '{}') AS "ids" FROM batch`
      if (batch) yield batch.ids
      after = batch?.last ?? null
    }
  }
}
