/**
 * Blobs and the content they mean. Floor 1.
 *
 * Content is swept only by a transaction that holds its row, and a blob is only made by one that holds it too: bytes
 * cannot go while somebody begins to mean them.
 */
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'

export type BlobRow = {
  id: string
  organisationId: string
  contentId: string
  kind: string
  name: string | null
  sizeBytes: number
  createdById: string
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
  createdAt: Date
  expiresAt: Date
}

const WITH_CONTENT = { content: { select: { sha256: true, store: true } } } as const

/** A blob that has not expired. */
export async function findLiveBlob(db: Database | Tx, id: string, now: Date): Promise<BlobRow | null> {
  const row = await db.blob.findUnique({ where: { id, expiresAt: { gt: now } }, include: WITH_CONTENT })
  return row && toRow(row)
}

/** An organisation's live blobs, newest first; those older than `before` when given. */
export async function listLiveBlobs(
  db: Database,
  wanted: { organisationId: string; now: Date; before?: string; take: number },
): Promise<BlobRow[]> {
  const { organisationId, now, before, take } = wanted
  const rows = await db.blob.findMany({
    where: { organisationId, expiresAt: { gt: now }, ...(before && { id: { lt: before } }) },
    include: WITH_CONTENT,
    orderBy: { id: 'desc' },
    take,
  })
  return rows.map(toRow)
}

/** How much an organisation has. The same bytes count as often as it brought them. */
export async function sumBlobBytes(db: Database | Tx, organisationId: string, now: Date): Promise<number> {
  const where = { organisationId, expiresAt: { gt: now } }
  const { _sum } = await db.blob.aggregate({ where, _sum: { sizeBytes: true } })
  return Number(_sum.sizeBytes ?? 0)
}

/** Within the transaction, nobody else adds to what this organisation has. */
export async function lockBlobsOf(tx: Tx, organisationId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`blobs ${organisationId}`}, 0))`
}

/** A place for bytes that are about to arrive. */
export async function insertBlobContent(db: Database, content: { id: string; store: string }): Promise<void> {
  await db.blobContent.create({ data: content, select: { id: true } })
}

/**
 * Says what arrived, and returns the content to mean: this one, or an older one with the same bytes, which cannot be
 * swept before the transaction ends. Null when what arrived was swept in the meantime.
 */
export async function sealBlobContent(
  tx: Tx,
  arrived: { id: string; sha256: string; sizeBytes: number },
): Promise<string | null> {
  const { id, sha256, sizeBytes } = arrived
  // Of two who bring the same bytes at once, the second finds the first's.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`blob ${sha256}`}, 0))`
  const [older] = await tx.$queryRaw<{ id: string }[]>`
    select "id" from "BlobContent" where "sha256" = ${sha256} for key share`
  if (older) return older.id
  const { count } = await tx.blobContent.updateMany({ where: { id }, data: { sha256, sizeBytes } })
  return count === 1 ? id : null
}

export async function insertBlob(tx: Tx, blob: NewBlob & { contentId: string }): Promise<void> {
  await tx.blob.create({ data: blob, select: { id: true } })
}

/** True when there was one to delete. */
export async function deleteBlob(db: Database, id: string): Promise<boolean> {
  return (await db.blob.deleteMany({ where: { id } })).count > 0
}

export async function deleteExpiredBlobs(db: Database, now: Date): Promise<number> {
  return (await db.blob.deleteMany({ where: { expiresAt: { lte: now } } })).count
}

// What the vault has is content as well.
const NOBODY_MEANS_IT = Prisma.sql`
  not exists (select 1 from "Blob" b where b."contentId" = c."id")
  and not exists (select 1 from "VaultContent" v where v."contentId" = c."id")`

/**
 * Lets go of content that no blob and no file of a vault means: from now on it has no hash, so nothing will mean it
 * again, and counts as something that never finished arriving.
 */
export function releaseLooseContent(db: Database, take: number): Promise<number> {
  return db.$transaction(async (tx) => {
    const held = await tx.$queryRaw<{ id: string }[]>`
      select "id" from "BlobContent" c where "sha256" is not null
      and ${NOBODY_MEANS_IT}
      limit ${take} for update skip locked`
    if (held.length === 0) return 0
    // Asked again now that nobody else can change it: a blob may have come between the question and the lock.
    return tx.$executeRaw`
      update "BlobContent" c set "sha256" = null, "createdAt" = to_timestamp(0)
      where "id" in (${Prisma.join(held.map(({ id }) => id))})
      and ${NOBODY_MEANS_IT}`
  })
}

/** What was let go of, and what began to arrive before `before` and never finished. */
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

/** Forgets content that never finished; its pieces in Postgres go with it. */
export async function deleteUnsealedContent(db: Database, id: string): Promise<void> {
  await db.blobContent.deleteMany({ where: { id, sha256: null } })
}

type FoundRow = Omit<BlobRow, 'sizeBytes' | 'content'> & {
  sizeBytes: bigint
  content: { sha256: string | null; store: string }
}

function toRow({ sizeBytes, content, ...row }: FoundRow): BlobRow {
  // No blob is made before its content has a hash.
  return { ...row, sizeBytes: Number(sizeBytes), content: { ...content, sha256: content.sha256 ?? '' } }
}
