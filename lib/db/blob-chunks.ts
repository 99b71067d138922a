/** The pieces that content is kept in when Postgres keeps it. Floor 1. */
import type { Database } from './client.ts'

export async function insertBlobChunk(
  db: Database,
  chunk: { contentId: string; position: number; bytes: Uint8Array },
): Promise<void> {
  // Prisma wants an array of its own buffer; a view of another's is copied, a piece at a time.
  await db.blobChunk.create({
    data: { ...chunk, bytes: new Uint8Array(chunk.bytes) },
    select: { position: true },
  })
}

/** One piece; null behind the last, and when the content is gone. */
export async function findBlobChunk(
  db: Database,
  contentId: string,
  position: number,
): Promise<Uint8Array | null> {
  const row = await db.blobChunk.findUnique({
    where: { contentId_position: { contentId, position } },
    select: { bytes: true },
  })
  return row && row.bytes
}

export async function deleteBlobChunks(db: Database, contentId: string): Promise<void> {
  await db.blobChunk.deleteMany({ where: { contentId } })
}
