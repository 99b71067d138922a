/**
 * Taking back what was done: an operation, all of a run, all of a plan's run. Floor 3.
 *
 * It is judged by how things are, not by what was marked: each file has to be as the operations left it, and then it
 * becomes what it was before the first of them. So what was changed since stands in the way, unless that was taken
 * back too or is taken back along. An undo is an operation like any other, in the journal, and can be undone: that is
 * how something is done again. Source: specification "First-party tools and plans", Vault.
 */
import type { OperationsOf } from '../contract/vault/operations-of.ts'
import { isWithin, parseVaultPath } from '../contract/vault/vault-path.ts'
import { findVaultFilesById, type VaultFileRow } from '../db/vault-files.ts'
import {
  type ChangeRow,
  findOperations,
  listChanges,
  markUndone,
  type OperationRow,
} from '../db/vault-history.ts'
import type { FileChange } from '../db/vault-journal.ts'
import { AppError } from '../errors.ts'
import { changeVault, type HeldVault, type Written } from './change-vault.ts'
import { placeBack } from './place-back.ts'
import type { VaultWriter } from './vault.ts'
import { changedSince, notKept } from './why-not-undo.ts'

export type Undone = {
  /** The operation that this is, to be undone in its turn. */
  operationId: string
  /** What was taken back. */
  undone: string[]
}

/**
 * Takes back what `of` names and what has not been taken back yet. A folder that was made stays when something of
 * somebody else is in it. Of one file only with `of.path`: then the rest stays in force.
 *
 * Throws NOT_FOUND when nothing like it was done, CONFLICT for what has been undone already, for a file that was
 * changed since (by whom and in which run), and for a path that something else has now; PRECONDITION_FAILED for what
 * was deleted for good or longer ago than history is kept.
 */
export async function undo(vault: VaultWriter, of: OperationsOf): Promise<Written<Undone>> {
  return changeVault<Undone>(vault, 'undo', async (held) => {
    const operations = await standing(held, of)
    const ids = operations.map(({ id }) => id)
    const changed = await listChanges(held.tx, ids)
    const wanted = of.path === undefined ? changed : onlyAt(parseVaultPath(of.path), changed)
    if (wanted.length === 0) throw nothingLikeIt()
    const backwards = await stepsBack(held, wanted, ids)
    const changes = await placeBack(held, backwards, { mayRename: false })
    if (changes.length === 0) throw nothingToUndo()
    // What was taken back in part can still be taken back as a whole.
    if (wanted.length === changed.length)
      await markUndone(held.tx, { operationIds: ids, undoneById: held.operationId })
    return { changes, output: { operationId: held.operationId, undone: ids } }
  })
}

/** Those of the operations that are in force. */
async function standing({ tx, organisationId }: HeldVault, of: OperationsOf): Promise<OperationRow[]> {
  const found = await findOperations(tx, organisationId, of)
  if (found.length === 0) throw nothingLikeIt()
  const operations = found.filter(({ undoneById }) => undoneById === null)
  if (operations.length === 0) throw undoneAlready()
  return operations
}

/** What was done to the file at a path, whatever it was called in between, with the folders that came or went with it. */
function onlyAt(path: string, changes: readonly ChangeRow[]): ChangeRow[] {
  const isThere = ({ pathBefore, pathAfter }: ChangeRow) => pathBefore === path || pathAfter === path
  const fileIds = new Set(changes.filter(isThere).map(({ fileId }) => fileId))
  const isAround = ({ isFolder, pathBefore, pathAfter }: ChangeRow) =>
    isFolder && (pathBefore === null || pathAfter === null) && isWithin(path, pathBefore ?? pathAfter ?? '')
  return fileIds.size === 0 ? [] : changes.filter((each) => fileIds.has(each.fileId) || isAround(each))
}

/**
 * What each file is now, and what it was before the first of the changes; without files that are so already. Throws
 * where somebody has changed one in between or since.
 */
export async function stepsBack(
  held: HeldVault,
  changes: readonly ChangeRow[],
  operationIds: readonly string[],
): Promise<FileChange[]> {
  const byFile = Map.groupBy(changes, ({ fileId }) => fileId)
  const rows = await findVaultFilesById(held.tx, held.organisationId, [...byFile.keys()])
  const now = new Map(rows.map((row) => [row.id, row]))
  const steps: FileChange[] = []
  for (const [fileId, ofFile] of byFile) {
    const first = ofFile[0] as ChangeRow
    const current = now.get(fileId) ?? null
    if (isSame(stateBefore(first), stateOf(current))) continue
    const broken = ofFile.find((change, index) => {
      const next = ofFile[index + 1]
      return !isSame(stateAfter(change), next ? stateBefore(next) : stateOf(current))
    })
    if (broken) throw await changedSince(held, broken, operationIds)
    if (!first.isKept) throw notKept(first)
    steps.push({
      fileId,
      isFolder: first.isFolder,
      before: current,
      after: formerState(first, current, held.now),
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

function stateOf(row: VaultFileRow | null): State {
  return row && { path: row.path, etag: row.etag }
}

function isSame(one: State, other: State): boolean {
  return one === null || other === null ? one === other : one.path === other.path && one.etag === other.etag
}

function formerState(first: ChangeRow, current: VaultFileRow | null, now: Date): FileChange['after'] {
  const { pathBefore: path, etagBefore: etag, sizeBefore: sizeBytes, fileCreatedAt: createdAt } = first
  if (path === null) return null
  // A move alone is no modification, there or back.
  const modifiedAt = current && current.etag === etag ? current.modifiedAt : now
  return { path, etag, sizeBytes, createdAt, modifiedAt }
}

function nothingLikeIt(): AppError {
  const message = 'Nothing like this was done in the vault.'
  return new AppError('NOT_FOUND', { message, suggestedAction: 'Look at the history of the vault.' })
}

function undoneAlready(): AppError {
  return new AppError('CONFLICT', {
    message: 'This has been undone already.',
    suggestedAction: 'To do it again, undo the undo.',
  })
}

function nothingToUndo(): AppError {
  return new AppError('CONFLICT', {
    message: 'There is nothing to undo: things are as they were before, or the folder is in use.',
    suggestedAction: 'Look at the history of the vault.',
  })
}
