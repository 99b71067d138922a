import pLimit from 'p-limit'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { deleteUnsealedContent, listUnsealedContent } from '../rows/blob-rows.ts'
import type { ContentStore } from './content-store.ts'

/** Requests to a remote store at the same time. */
const AT_ONCE = 8

/**
 * Begins nothing more after an error, and throws it when everything that began has ended: a caller may then delete what
 * was written.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const limit = pLimit({ concurrency: AT_ONCE, rejectOnClear: true })
  const ended = await Promise.allSettled(
    items.map(async (item) => {
      try {
        await limit(act, item)
      } catch (thrown) {
        limit.clearQueue()
        throw thrown
      }
    }),
  )
  // Items begin in order, so those that were dropped come after the one that failed.
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/**
 * Deletes the content of a failed upload. Spares what was sealed: the commit may have succeeded without a reply. Deletes
 * the bytes before the row, so that the sweep finds what an interruption leaves.
 */
export async function deleteUnsealed(
  db: Database,
  store: ContentStore,
  ids: readonly string[],
): Promise<void> {
  await forEachConcurrently(await listUnsealedContent(db, ids), async (id) => {
    await store.remove(id)
    await deleteUnsealedContent(db, id)
  })
}
