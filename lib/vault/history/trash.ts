import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  changeVault,
  deleteHistoryPermanently,
  type LockedVault,
  type WithEffects,
} from '../change/change-vault.ts'
import { restoreFiles } from '../change/restore-files.ts'
import { lockVault } from '../rows/vault-files.ts'
import {
  findOperations,
  listChanges,
  listTrashed,
  markUndone,
  type OperationRow,
  summariseChanges,
} from '../rows/vault-history.ts'
import type { Vault, VaultWriter } from '../vault.ts'
import { stepsBack, type Undone } from './undo.ts'

export type TrashedEntry = {
  operationId: string
  path: string
  /** The number of files and folders, with all that is in a deleted folder. */
  entries: number
  deletedAtMs: number
  by: { userId: string; name: string | null }
  runId: string | null
}

const MAX_LISTED = 500

export async function listTrash(vault: Vault): Promise<TrashedEntry[]> {
  const { db, organisationId } = vault
  const operations = await listTrashed(db, organisationId, MAX_LISTED)
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

function pathOf(output: OperationRow['output']): string {
  return String((output as { path: string }).path)
}

export type RestoredEntry = Undone & { path: string }

/**
 * Restores an entry, under another name if the original is taken. Throws NOT_FOUND if it is not in the trash,
 * PRECONDITION_FAILED if its
 * content is not stored.
 */
export async function restoreFromTrash(
  vault: VaultWriter,
  { operationId }: { operationId: string },
): Promise<WithEffects<RestoredEntry>> {
  return changeVault<RestoredEntry>(vault, 'restore', async (locked) => {
    const operation = await requireTrashed(locked, operationId)
    const back = await stepsBack(locked, await listChanges(locked.tx, [operation.id]), [operation.id])
    const changes = await restoreFiles(locked, back, { mayRename: true })
    await markUndone(locked.tx, { operationIds: [operation.id], undoneById: locked.operationId })
    const was = pathOf(operation.output)
    const top = back.find(({ after }) => after?.path === was)?.fileId
    const path = changes.find(({ fileId }) => fileId === top)?.after?.path ?? was
    return { changes, output: { operationId: locked.operationId, undone: [operation.id], path } }
  })
}

/** Deletes everything in the trash, in batches, so that other writers do not wait long. Returns the number of entries. */
export async function emptyTrash(
  vault: VaultWriter,
  { operationId, atOnce = MAX_LISTED }: { operationId?: string; atOnce?: number } = {},
): Promise<number> {
  if (operationId)
    return deleteTrashed(vault, async (tx) => [await requireTrashed({ ...vault, tx }, operationId)])
  let count = 0
  for (let some = atOnce; some === atOnce; count += some)
    some = await deleteTrashed(vault, (tx) => listTrashed(tx, vault.organisationId, atOnce))
  return count
}

async function deleteTrashed(vault: VaultWriter, find: (tx: Tx) => Promise<OperationRow[]>): Promise<number> {
  return vault.db.$transaction(async (tx) => {
    await lockVault(tx, vault.organisationId)
    const operations = await find(tx)
    const changes = await listChanges(
      tx,
      operations.map(({ id }) => id),
    )
    const fileIds = changes.map(({ fileId }) => fileId)
    await deleteHistoryPermanently(tx, vault, {
      fileIds,
      paths: operations.map(({ output }) => pathOf(output)),
    })
    return operations.length
  })
}

async function requireTrashed(
  { tx, organisationId }: Pick<LockedVault, 'tx' | 'organisationId'>,
  operationId: string,
): Promise<OperationRow> {
  const [operation] = await findOperations(tx, organisationId, { operationIds: [operationId] })
  if (operation?.isTrash && operation.undoneById === null) return operation
  throw new AppError('NOT_FOUND', { message: 'This is no longer in the trash.' })
}
