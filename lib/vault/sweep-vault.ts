/** What vaults keep no longer: history that is too old, and content that nothing means any more. Floor 3. */
import type { Context } from '../context.ts'
import { lockVault } from '../db/vault-files.ts'
import { deleteLooseContents, deleteOldOperations, listVaultsWithOld } from '../db/vault-retention.ts'
import { vaultLimits } from './vault-limits.ts'

/** Whoever keeps content means it within moments; a long upload is content only once it has arrived. */
const UNUSED_MS = 3_600_000
/** Looking through all content takes a while, and nothing is the worse for waiting. */
const CONTENTS_EVERY_MS = 600_000
const AT_ONCE = 500

let lookedAt = 0

/**
 * For a server's sweep; several may sweep at once. Large content is let go of here, and taken by the sweep of blobs.
 * Returns how many operations and contents were forgotten.
 */
export async function sweepVault(
  { db }: Pick<Context, 'db'>,
  now = new Date(),
): Promise<{ operations: number; contents: number }> {
  const before = new Date(now.getTime() - vaultLimits().historyMs)
  let operations = 0
  for (const organisationId of await listVaultsWithOld(db, before, AT_ONCE)) {
    operations += await db.$transaction(async (tx) => {
      await lockVault(tx, organisationId)
      return deleteOldOperations(tx, { organisationId, before, take: AT_ONCE })
    })
  }
  if (now.getTime() - lookedAt < CONTENTS_EVERY_MS) return { operations, contents: 0 }
  lookedAt = now.getTime()
  const unusedSince = new Date(now.getTime() - UNUSED_MS)
  let contents = 0
  for (let count = AT_ONCE; count === AT_ONCE; contents += count)
    count = await deleteLooseContents(db, { before: unusedSince, take: AT_ONCE })
  return { operations, contents }
}
