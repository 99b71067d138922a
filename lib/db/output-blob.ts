/** The blob that holds a run's whole output, made for whoever was told of it first. Floor 1. */
import type { Database } from './client.ts'

/** "blob:…"; null when none was made. It may be gone since. */
export async function findOutputBlob(db: Database, runId: string): Promise<string | null> {
  const row = await db.run.findUnique({ where: { id: runId }, select: { outputBlobId: true } })
  return row?.outputBlobId ?? null
}

/** Keeps `blobId` in place of `known`. False when somebody else has kept another one since. */
export async function keepOutputBlob(
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
