/**
 * Sweep and creation both lock the content row, so content is not deleted while a new blob begins to reference it.
 */

import { bytesPool, readContents } from '../../kernel/db/contents.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import { type Database, database, type Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'

export type BlobRow = {
  id: string
  organisationId: string
  contentId: string
  kind: string
  name: string | null
  sizeBytes: number
  createdById: string
  keyId: string | null
  createdAt: Date
  expiresAt: Date
  content: { sha256: string; store: string }
}

type NewBlob = {
  id: string
  organisationId: string
  kind: string
  name?: string
  sizeBytes: number
  createdById: string
  keyId: string | null
  runId: string | null
  createdAt: Date
  expiresAt: Date
}

const WITH_CONTENT = { content: { select: { sha256: true, store: true } } } as const

/** Blobs of a paid run are delivered once that run has delivered its output. */
const DELIVERED = {
  OR: [{ runId: null }, { run: { OR: [{ priceMicros: 0 }, { state: { in: ['succeeded', 'partial'] } }] } }],
} satisfies Prisma.BlobWhereInput

/** `isForRun` also finds blobs of paid runs that have not delivered their output. */
export async function findLiveBlob(
  db: Database | Tx,
  id: string,
  { now, isForRun = false }: { now: Date; isForRun?: boolean },
): Promise<BlobRow | null> {
  const where = { id, expiresAt: { gt: now }, ...(!isForRun && DELIVERED) }
  const row = await db.blob.findUnique({ where, include: WITH_CONTENT })
  return row && toRow(row)
}

export async function listLiveBlobs(
  db: Database,
  wanted: { organisationId: string; now: Date; before?: string; take: number },
): Promise<BlobRow[]> {
  const { organisationId, now, before, take } = wanted
  const rows = await db.blob.findMany({
    where: { organisationId, expiresAt: { gt: now }, ...DELIVERED, ...(before && { id: { lt: before } }) },
    include: WITH_CONTENT,
    orderBy: { id: 'desc' },
    take,
  })
  return rows.map(toRow)
}

export async function sumBlobBytes(db: Database | Tx, organisationId: string, now: Date): Promise<number> {
  const where = { organisationId, expiresAt: { gt: now } }
  const { _sum } = await db.blob.aggregate({ where, _sum: { sizeBytes: true } })
  return Number(_sum.sizeBytes ?? 0)
}

type NewContent = { id: string; store: string }

export async function insertBlobContent(db: Database, ...contents: NewContent[]): Promise<void> {
  await db.blobContent.createMany({ data: contents })
}

/** Returns the content to reference, locked: this one, or an older one with the same hash. Null if it was swept. */
export async function sealBlobContent(
  tx: Tx,
  arrived: { id: string; sha256: string; sizeBytes: number },
): Promise<string | null> {
  return (await sealBlobContents(tx, [arrived])).get(arrived.sha256) ?? null
}

type Arrived = { id: string; sha256: string; sizeBytes: number }

/** Returns the ids of the contents to reference by hash, without swept ones. */
export async function sealBlobContents(tx: Tx, arrived: readonly Arrived[]): Promise<Map<string, string>> {
  // Sorted, so that concurrent uploads do not deadlock.
  const hashes = arrived.map(({ sha256 }) => sha256).toSorted()
  // Of concurrent uploads of the same bytes, the second finds the first's content.
  await tx.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended('blob ' || hash, 0)) from unnest(${hashes}::text[]) as hash`
  const older = await tx.$queryRaw<{ id: string; sha256: string }[]>`
    select "id", "sha256" from "BlobContent" where "sha256" = any(${hashes}) order by "sha256" for key share`
  const found = new Map(older.map(({ id, sha256 }) => [sha256, id]))
  const fresh = arrived.filter(({ sha256 }) => !found.has(sha256))
  const sealed = await tx.$queryRaw<{ id: string; sha256: string }[]>`
    update "BlobContent" c set "sha256" = f.hash, "sizeBytes" = f.size
    from unnest(${fresh.map(({ id }) => id)}::text[], ${fresh.map(({ sha256 }) => sha256)}::text[],
      ${fresh.map(({ sizeBytes }) => sizeBytes)}::bigint[]) as f (id, hash, size)
    where c."id" = f.id returning c."id", c."sha256"`
  for (const { id, sha256 } of sealed) found.set(sha256, id)
  return found
}

export async function insertBlob(tx: Tx, blob: NewBlob & { contentId: string }): Promise<void> {
  await tx.blob.create({ data: blob, select: { id: true } })
}

/** Returns the ids of the blobs that a run wrote, the oldest first. */
export async function listBlobsOfRun(db: Database | Tx, runId: string): Promise<string[]> {
  const where = { runId }
  const rows = await db.blob.findMany({ where, orderBy: { createdAt: 'asc' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

export async function deleteBlobsOfRun(db: Database | Tx, runId: string): Promise<void> {
  await db.blob.deleteMany({ where: { runId } })
}

export async function deleteBlobRow(db: Database, id: string): Promise<boolean> {
  return (await db.blob.deleteMany({ where: { id } })).count > 0
}

export async function deleteExpiredBlobs(db: Database, now: Date): Promise<number> {
  return (await db.blob.deleteMany({ where: { expiresAt: { lte: now } } })).count
}

const UNREFERENCED = sql`
  not exists (select 1 from "Blob" b where b."contentId" = c."id")
  and not exists (select 1 from "VaultContent" v where v."contentId" = c."id")
  and not exists (select 1 from "SkillFile" f where f."contentId" = c."id")
  and not exists (select 1 from "ExampleRecording" e where e."contentId" = c."id")
  and not exists (select 1 from "ReplayRecording" r where r."contentId" = c."id")`

/** Clears the hash, so that nothing references the content; it counts as an unfinished upload. */
export function releaseUnreferencedContent(db: Database, take: number): Promise<number> {
  return db.$transaction(async (tx) => {
    const locked = await tx.$queryRaw<{ id: string }[]>`
      select "id" from "BlobContent" c where "sha256" is not null
      and ${UNREFERENCED}
      limit ${take} for update skip locked`
    if (locked.length === 0) return 0
    // A blob may have been created since the first query.
    return tx.$executeRaw`
      update "BlobContent" c set "sha256" = null, "createdAt" = to_timestamp(0)
      where "id" = any(${locked.map(({ id }) => id)})
      and ${UNREFERENCED}`
  })
}

export function listAbandonedContent(
  db: Database,
  { before, take }: { before: Date; take: number },
): Promise<{ id: string; store: string }[]> {
  return db.blobContent.findMany({
    where: { sha256: null, createdAt: { lt: before } },
    select: { id: true, store: true },
    take,
  })
}

export async function listUnsealedContent(db: Database, ids: readonly string[]): Promise<string[]> {
  const where = { id: { in: [...ids] }, sha256: null }
  return (await db.blobContent.findMany({ where, select: { id: true } })).map(({ id }) => id)
}

export async function deleteUnsealedContent(db: Database, id: string): Promise<void> {
  await db.blobContent.deleteMany({ where: { id, sha256: null } })
}

type FoundRow = Omit<BlobRow, 'sizeBytes' | 'content'> & {
  sizeBytes: bigint
  content: { sha256: string | null; store: string }
}

function toRow({ sizeBytes, content, ...row }: FoundRow): BlobRow {
  return { ...row, sizeBytes: Number(sizeBytes), content: { ...content, sha256: content.sha256 ?? '' } }
}

export async function insertBlobChunk(chunk: {
  contentId: string
  position: number
  bytes: Uint8Array
}): Promise<void> {
  const { contentId, position, bytes } = chunk
  await bytesPool().query('insert into "BlobChunk" ("contentId", "position", "bytes") values ($1, $2, $3)', [
    contentId,
    position,
    bytes,
  ])
}

export async function findBlobChunk(contentId: string, position: number): Promise<Uint8Array | null> {
  const [row] = await readContents(
    (db) => db.$queryRaw<{ bytes: Uint8Array }[]>`
    select "bytes" from "BlobChunk" where "contentId" = ${contentId} and "position" = ${position}`,
  )
  return row?.bytes ?? null
}

export async function deleteBlobChunks(contentId: string): Promise<void> {
  await database().blobChunk.deleteMany({ where: { contentId } })
}

/** Returns the blob with the whole output of a truncated result; it may have expired. */
export async function findOutputBlob(db: Database, runId: string): Promise<string | null> {
  const row = await db.run.findUnique({ where: { id: runId }, select: { outputBlobId: true } })
  return row?.outputBlobId ?? null
}

/** Returns false if the run's blob is not `known` any more. */
export async function saveOutputBlob(
  db: Database,
  runId: string,
  { known, blobId }: { known: string | null; blobId: string },
): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id: runId, outputBlobId: known },
    data: { outputBlobId: blobId },
  })
  return count === 1
}
