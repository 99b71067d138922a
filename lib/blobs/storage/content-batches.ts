import type { Database } from '../../kernel/db/prisma-client.ts'
import { deleteUnsealedContent, listUnsealedContent } from '../rows/blob-rows.ts'
import type { ContentStore } from './content-store.ts'

/** Concurrent requests to a remote store. */
const BATCH_SIZE = 8

/** Throws the first error when all that began have ended. */
export async function inBatches<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const ended = await Promise.allSettled(items.slice(start, start + BATCH_SIZE).map(act))
    const failed = ended.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }
}

/** A commit may have succeeded without a reply. Deletes bytes first, so that the sweep can find the rest. */
export async function deleteUnsealed(
  db: Database,
  store: ContentStore,
  ids: readonly string[],
): Promise<void> {
  await inBatches(await listUnsealedContent(db, ids), async (id) => {
    await store.remove(id)
    await deleteUnsealedContent(db, id)
  })
}
