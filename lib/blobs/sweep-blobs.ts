/** Blobs that have expired go, and bytes that nobody means any more. Floor 3. */
import type { Context } from '../context.ts'
import {
  deleteExpiredBlobs,
  deleteUnsealedContent,
  listAbandonedContent,
  releaseLooseContent,
} from '../db/blobs.ts'
import { contentStore } from '../files/content-store.ts'

/** What has been arriving for a day will not arrive any more. */
const ARRIVING_MS = 86_400_000
/** So that one round ends soon; the next takes up where it stopped. */
const AT_ONCE = 100

/**
 * For a server's sweep; several may sweep at once. Returns how many blobs expired. Content is let go of first and
 * removed afterwards, so a sweep that dies in between leaves something for the next to find.
 */
export async function sweepBlobs({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  const expired = await deleteExpiredBlobs(db, now)
  await releaseLooseContent(db, AT_ONCE)
  const before = new Date(now.getTime() - ARRIVING_MS)
  for (const { id, store } of await listAbandonedContent(db, { before, take: AT_ONCE })) {
    await contentStore(store).remove(id)
    await deleteUnsealedContent(db, id)
  }
  return expired
}
