import type { Context } from '../context/context.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts'
import type { LimitName } from '../settings/limit-table.ts'
import { limitOf } from '../settings/read-settings.ts'
import { findVaultTotals, lockVault } from './rows/vault-files.ts'
import {
  deleteOldOperations,
  deleteUnreferencedContents,
  listVaultsWithOldOperations,
} from './rows/vault-retention.ts'
import type { Vault } from './vault.ts'

export type VaultUsage = { usedBytes: number; quotaBytes: number; fileCount: number; historyDays: number }

export async function vaultUsage({ db, organisationId }: Vault): Promise<VaultUsage> {
  const { usedBytes, fileCount } = await findVaultTotals(db, organisationId)
  const { quotaBytes, historyMs } = await vaultLimits(db, organisationId)
  return { usedBytes, fileCount, quotaBytes, historyDays: Math.floor(historyMs / DAY_MS) }
}

export type VaultLimits = {
  fileBytes: number
  quotaBytes: number
  files: number
  historyBytes: number
  historyMs: number
}

const MEGABYTE = 1024 * 1024

export async function vaultLimits(db: Database | Tx, organisationId: string): Promise<VaultLimits> {
  const read = (name: LimitName) => limitOf(db, name, organisationId)
  return {
    fileBytes: (await read('vaultFile')) * MEGABYTE,
    quotaBytes: (await read('vaultQuota')) * MEGABYTE,
    files: await read('vaultFiles'),
    historyBytes: (await read('vaultHistory')) * MEGABYTE,
    historyMs: await undoableMs(db),
  }
}

/** Applies to all vaults. */
export async function undoableMs(db: Database | Tx): Promise<number> {
  return (await limitOf(db, 'vaultDays')) * DAY_MS
}

/** Content without a file is swept after this time. Writers need only moments from storing it to the file. */
const UNUSED_MS = HOUR_MS

/** Sweeping contents takes a while and is not urgent. */
const CONTENTS_EVERY_MS = 10 * MINUTE_MS
const AT_ONCE = 500

let lastContentSweepMs = 0

/**
 * The sweep of blobs deletes large content. Several processes may sweep at once. Returns the number of deleted
 * operations and contents.
 */
export async function sweepVault(
  { db }: Pick<Context, 'db'>,
  now = new Date(),
): Promise<{ operations: number; contents: number }> {
  const before = new Date(now.getTime() - (await undoableMs(db)))
  let operations = 0
  for (const organisationId of await listVaultsWithOldOperations(db, before, AT_ONCE)) {
    operations += await db.$transaction(async (tx) => {
      await lockVault(tx, organisationId)
      return deleteOldOperations(tx, { organisationId, before, take: AT_ONCE })
    })
  }
  if (now.getTime() - lastContentSweepMs < CONTENTS_EVERY_MS) return { operations, contents: 0 }
  lastContentSweepMs = now.getTime()
  const unusedSince = new Date(now.getTime() - UNUSED_MS)
  let contents = 0
  for (let count = AT_ONCE; count === AT_ONCE; contents += count)
    count = await deleteUnreferencedContents(db, { before: unusedSince, take: AT_ONCE })
  return { operations, contents }
}
