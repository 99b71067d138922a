/** The blob with a run's whole output, created for the first reader of a truncated result. */
import type { Database } from '../core/prisma-client.ts'

/** "blob:…"; null if none was made. The blob may have expired. */
export async function findOutputBlob(db: Database, runId: string): Promise<string | null> {
  const row = await db.run.findUnique({ where: { id: runId }, select: { outputBlobId: true } })
  return row?.outputBlobId ?? null
}

/** Replaces `known` by `blobId`. Returns false if another one was stored in the meantime. */
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
