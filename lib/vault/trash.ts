/** What was deleted and can come back. Floor 3. Source: specification "First-party tools and plans", Vault. */

import type { Tx } from '../db/client.ts'
import { lockVault } from '../db/vault-files.ts'
import {
  findOperations,
  listChanges,
  listTrashed,
  markUndone,
  type OperationRow,
  summariseChanges,
} from '../db/vault-history.ts'
import { AppError } from '../errors.ts'
import { changeVault, type HeldVault, type Written } from './change-vault.ts'
import { forgetForGood } from './forget.ts'
import { placeBack } from './place-back.ts'
import { stepsBack, type Undone } from './undo.ts'
import type { Vault, VaultWriter } from './vault.ts'

export type TrashedEntry = {
  /** What to restore it by. */
  operationId: string
  path: string
  /** Of its folder everything comes back. */
  entries: number
  deletedAtMs: number
  by: { userId: string; name: string | null }
  runId: string | null
}

const MOST = 500

/** Newest first. */
export async function listTrash(vault: Vault): Promise<TrashedEntry[]> {
  const { db, organisationId } = vault
  const operations = await listTrashed(db, organisationId, MOST)
  const summaries = await summariseChanges(
    db,
    operations.map(({ id }) => id),
  )
  const counts = new Map(summaries.map(({ operationId, count }) => [operationId, count]))
  return operations.map(({ id, output, createdAt, userId, userName, runId }) => ({
    operationId: id,
    path: pathOf(output),
    entries: counts.get(id) ?? 0,
    deletedAtMs: createdAt.getTime(),
    by: { userId, name: userName },
    runId,
  }))
}

/** A deletion gave back what it deleted (delete.ts). */
function pathOf(output: OperationRow['output']): string {
  return String((output as { path: string }).path)
}

/** `path` is where it is now. */
export type Restored = Undone & { path: string }

/**
 * Brings back what one deletion took, under another name where its own is taken by now. Throws NOT_FOUND for what is
 * not in the trash (any more), PRECONDITION_FAILED for what is not kept any more.
 */
export async function restoreFromTrash(
  vault: VaultWriter,
  { operationId }: { operationId: string },
): Promise<Written<Restored>> {
  return changeVault<Restored>(vault, 'restore', async (held) => {
    const operation = await requireTrashed(held, operationId)
    const back = await stepsBack(held, await listChanges(held.tx, [operation.id]), [operation.id])
    const changes = await placeBack(held, back, { mayRename: true })
    await markUndone(held.tx, { operationIds: [operation.id], undoneById: held.operationId })
    const was = pathOf(operation.output)
    const top = back.find(({ after }) => after?.path === was)?.fileId
    const path = changes.find(({ fileId }) => fileId === top)?.after?.path ?? was
    return { changes, output: { operationId: held.operationId, undone: [operation.id], path } }
  })
}

/**
 * Forgets all that is in the trash, or one thing of it: it does not come back. Returns how many deletions it was.
 * All of it goes some at a time, so that others who write wait for no more than that.
 */
export async function emptyTrash(
  vault: VaultWriter,
  { operationId, atOnce = MOST }: { operationId?: string; atOnce?: number } = {},
): Promise<number> {
  if (operationId) return forget(vault, async (tx) => [await requireTrashed({ ...vault, tx }, operationId)])
  let count = 0
  for (let some = atOnce; some === atOnce; count += some)
    some = await forget(vault, (tx) => listTrashed(tx, vault.organisationId, atOnce))
  return count
}

async function forget(vault: VaultWriter, find: (tx: Tx) => Promise<OperationRow[]>): Promise<number> {
  return vault.db.$transaction(async (tx) => {
    await lockVault(tx, vault.organisationId)
    const operations = await find(tx)
    const changes = await listChanges(
      tx,
      operations.map(({ id }) => id),
    )
    const fileIds = changes.map(({ fileId }) => fileId)
    await forgetForGood(tx, vault, { fileIds, paths: operations.map(({ output }) => pathOf(output)) })
    return operations.length
  })
}

async function requireTrashed(
  { tx, organisationId }: Pick<HeldVault, 'tx' | 'organisationId'>,
  operationId: string,
): Promise<OperationRow> {
  const [operation] = await findOperations(tx, organisationId, { operationIds: [operationId] })
  if (operation?.isTrash && operation.undoneById === null) return operation
  throw new AppError('NOT_FOUND', { message: 'This is not in the trash any more.' })
}
