/**
 * Undoes operations. Each file must still be as they left it, so a later change blocks an undo. An undo is an operation
 * too,
 * so it can be undone.
 */

import { AppError } from '../../kernel/errors.ts'
import { changeVault, type LockedVault, type WithEffects } from '../change/change-vault.ts'
import { restoreFiles } from '../change/restore-files.ts'
import type { OperationSelector } from '../model/operations-of.ts'
import { isWithin, parseVaultPath } from '../model/vault-path.ts'
import { findVaultFilesById, type VaultFileRow } from '../rows/vault-files.ts'
import {
  type ChangeRow,
  findLaterChange,
  findOperations,
  listChanges,
  markUndone,
  type OperationRow,
} from '../rows/vault-history.ts'
import type { FileChange } from '../rows/vault-journal.ts'
import type { VaultWriter } from '../vault.ts'

export type Undone = {
  operationId: string
  undone: string[]
}

/**
 * Undoes what `of` selects; `of.path` limits it to one file. Throws NOT_FOUND if there is no such operation, CONFLICT
 * if it was already undone, a
 * file was changed since or a path is taken; PRECONDITION_FAILED if history is not stored.
 */
export async function undo(vault: VaultWriter, of: OperationSelector): Promise<WithEffects<Undone>> {
  return changeVault<Undone>(vault, 'undo', async (locked) => {
    const operations = await findOperationsInForce(locked, of)
    const ids = operations.map(({ id }) => id)
    const changed = await listChanges(locked.tx, ids)
    const wanted = of.path === undefined ? changed : changesOfFileAt(parseVaultPath(of.path), changed)
    if (wanted.length === 0) throw operationNotFoundError()
    const backwards = await stepsBack(locked, wanted, ids)
    const changes = await restoreFiles(locked, backwards, { mayRename: false })
    if (changes.length === 0) throw nothingToUndoError()
    if (wanted.length === changed.length)
      await markUndone(locked.tx, { operationIds: ids, undoneById: locked.operationId })
    return { changes, output: { operationId: locked.operationId, undone: ids } }
  })
}

async function findOperationsInForce(
  { tx, organisationId }: LockedVault,
  of: OperationSelector,
): Promise<OperationRow[]> {
  const found = await findOperations(tx, organisationId, of)
  if (found.length === 0) throw operationNotFoundError()
  const operations = found.filter(({ undoneById }) => undoneById === null)
  if (operations.length === 0) throw alreadyUndoneError()
  return operations
}

/** Returns the changes of one file under any of its names, with those of folders created or removed for it. */
function changesOfFileAt(path: string, changes: readonly ChangeRow[]): ChangeRow[] {
  const isThere = ({ pathBefore, pathAfter }: ChangeRow) => pathBefore === path || pathAfter === path
  const fileIds = new Set(changes.filter(isThere).map(({ fileId }) => fileId))
  const isAround = ({ isFolder, pathBefore, pathAfter }: ChangeRow) =>
    isFolder && (pathBefore === null || pathAfter === null) && isWithin(path, pathBefore ?? pathAfter ?? '')
  return fileIds.size === 0 ? [] : changes.filter((each) => fileIds.has(each.fileId) || isAround(each))
}

/**
 * Returns the changes of several operations together, without files that are as before. Throws CONFLICT if a file was
 * changed in between or since.
 */
export async function stepsBack(
  locked: LockedVault,
  changes: readonly ChangeRow[],
  operationIds: readonly string[],
): Promise<FileChange[]> {
  const byFile = Map.groupBy(changes, ({ fileId }) => fileId)
  const rows = await findVaultFilesById(locked.tx, locked.organisationId, [...byFile.keys()])
  const now = new Map(rows.map((row) => [row.id, row]))
  const steps: FileChange[] = []
  for (const [fileId, ofFile] of byFile) {
    const first = ofFile[0] as ChangeRow
    const current = now.get(fileId) ?? null
    if (isSame(stateBefore(first), toState(current))) continue
    const broken = ofFile.find((change, index) => {
      const next = ofFile[index + 1]
      return !isSame(stateAfter(change), next ? stateBefore(next) : toState(current))
    })
    if (broken) throw await changedSinceError(locked, broken, operationIds)
    if (!first.isUndoable) throw historyGoneError(first)
    steps.push({
      fileId,
      isFolder: first.isFolder,
      before: current,
      after: formerState(first, current, locked.now),
    })
  }
  return steps
}

type State = { path: string; etag: string | null } | null

function stateBefore({ pathBefore, etagBefore }: ChangeRow): State {
  return pathBefore === null ? null : { path: pathBefore, etag: etagBefore }
}

function stateAfter({ pathAfter, etagAfter }: ChangeRow): State {
  return pathAfter === null ? null : { path: pathAfter, etag: etagAfter }
}

function toState(row: VaultFileRow | null): State {
  return row && { path: row.path, etag: row.etag }
}

function isSame(one: State, other: State): boolean {
  return one === null || other === null ? one === other : one.path === other.path && one.etag === other.etag
}

function formerState(first: ChangeRow, current: VaultFileRow | null, now: Date): FileChange['after'] {
  const { pathBefore: path, etagBefore: etag, sizeBefore: sizeBytes, fileCreatedAt: createdAt } = first
  if (path === null) return null
  // Moving a file does not change its time.
  const modifiedAt = current && current.etag === etag ? current.modifiedAt : now
  return { path, etag, sizeBytes, createdAt, modifiedAt }
}

function operationNotFoundError(): AppError {
  const message = 'No such change was made in the vault.'
  return new AppError('NOT_FOUND', { message, suggestedAction: 'Check the vault history.' })
}

function alreadyUndoneError(): AppError {
  return new AppError('CONFLICT', {
    message: 'This has been undone already.',
    suggestedAction: 'To redo it, undo the undo.',
  })
}

function nothingToUndoError(): AppError {
  return new AppError('CONFLICT', {
    message: 'There is nothing to undo: the files are already as they were before, or the folder is in use.',
    suggestedAction: 'Check the vault history.',
  })
}

async function changedSinceError(
  { tx, organisationId }: LockedVault,
  change: ChangeRow,
  operationIds: readonly string[],
): Promise<AppError> {
  const { fileId, seq, pathAfter, pathBefore } = change
  const path = pathAfter ?? pathBefore ?? ''
  const later = await findLaterChange(tx, { fileId, seq, except: operationIds })
  const [operation] = later
    ? await findOperations(tx, organisationId, { operationIds: [later.operationId] })
    : []
  const who = operation?.userName ?? 'someone'
  const inRun = operation?.runId ? ` (in ${operation.runId})` : ''
  const what = later ? nameChange(later) : 'changed'
  const message = `“${path}” was ${what} by ${who}${inRun} since then. Undoing this would lose that change.`
  const params = {
    path,
    ...(operation && { operationId: operation.id, atMs: operation.createdAt.getTime(), by: who }),
    ...(operation?.runId && { runId: operation.runId }),
    ...(operation?.planRunId && { planRunId: operation.planRunId }),
  }
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '', keyword: 'undo', message, params }],
    suggestedAction: 'Undo that change first.',
  })
}

function historyGoneError({ pathBefore, pathAfter }: ChangeRow): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `The earlier content of “${pathBefore ?? pathAfter}” is no longer available: it was permanently deleted or is too old.`,
  })
}

export function nameChange(change: Pick<ChangeRow, 'pathBefore' | 'pathAfter'>): ChangeWord {
  if (change.pathBefore === null) return 'created'
  if (change.pathAfter === null) return 'deleted'
  return change.pathBefore === change.pathAfter ? 'modified' : 'renamed'
}

export type ChangeWord = 'created' | 'modified' | 'renamed' | 'deleted'
