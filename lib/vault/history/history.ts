/** History is stored for `historyMs` and up to `historyBytes` (vault-usage.ts). */
import { isUtf8 } from 'node:buffer'
import { AppError } from '../../kernel/errors.ts'
import { readWhole } from '../content/content.ts'
import type { OperationSelector } from '../model/operations-of.ts'
import { parseVaultPath, vaultKey } from '../model/vault-path.ts'
import { findContent } from '../rows/vault-contents.ts'
import { findVaultFile } from '../rows/vault-files.ts'
import {
  type ChangeRow,
  findOperations,
  listChanges,
  listChangesOf,
  listOperations as listOperationRows,
  type OperationRow,
  summariseChanges,
} from '../rows/vault-history.ts'
import type { OperationKind } from '../rows/vault-journal.ts'
import type { Vault } from '../vault.ts'
import { type ChangeWord, nameChange } from './undo.ts'

export type OperationLine = {
  operationId: string
  kind: OperationKind
  atMs: number
  by: { userId: string; name: string | null }
  runId: string | null
  isOneOfRun: boolean
  planRunId: string | null
  stepId: string | null
  note: string | null
  isUndone: boolean
}

/** The etags before and after a change, with which `readVersion` returns the contents. */
export type FileLine = OperationLine & {
  seq: string
  what: ChangeWord
  pathBefore: string | null
  pathAfter: string | null
  etagBefore: string | null
  etagAfter: string | null
  sizeBytes: number
  isUndoable: boolean
}

type Page = { limit?: number; before?: string }
const PAGE = 50

/** Returns the changes of a file, under its earlier names too, newest first. Throws POLICY_DENIED for an invalid path. */
export async function listFileHistory(
  { db, organisationId }: Vault,
  given: string,
  { limit = PAGE, before }: Page = {},
): Promise<FileLine[]> {
  const path = parseVaultPath(given)
  const file = await findVaultFile(db, organisationId, vaultKey(path))
  const isNumber = before !== undefined && /^\d{1,18}$/.test(before)
  const changes = await listChangesOf(db, {
    organisationId,
    fileId: file?.id ?? null,
    path,
    before: isNumber ? BigInt(before) : null,
    take: limit,
  })
  const operationIds = [...new Set(changes.map(({ operationId }) => operationId))]
  const operations = await findOperations(db, organisationId, { operationIds })
  const byId = new Map(operations.map((each) => [each.id, each]))
  return changes.flatMap((change) => {
    const operation = byId.get(change.operationId)
    return operation ? [{ ...toLine(operation), ...ofFile(change) }] : []
  })
}

function ofFile(change: ChangeRow): Omit<FileLine, keyof OperationLine> {
  const { seq, pathBefore, pathAfter, etagBefore, etagAfter, sizeAfter, isUndoable } = change
  const what = nameChange(change)
  const sizeBytes = pathAfter === null ? change.sizeBefore : sizeAfter
  return { seq: String(seq), what, pathBefore, pathAfter, etagBefore, etagAfter, sizeBytes, isUndoable }
}

function toLine(row: OperationRow): OperationLine {
  const { id, kind, createdAt, userId, userName, runId, isOneOfRun, planRunId, stepId, note, undoneById } =
    row
  return {
    operationId: id,
    kind,
    atMs: createdAt.getTime(),
    by: { userId, name: userName },
    runId,
    isOneOfRun,
    planRunId,
    stepId,
    note,
    isUndone: undoneById !== null,
  }
}

export type JournalLine = OperationLine & { path: string; entries: number }

export async function listJournal(
  { db, organisationId }: Vault,
  { limit = PAGE, before }: Page = {},
): Promise<JournalLine[]> {
  const operations = await listOperationRows(db, { organisationId, before: before ?? null, take: limit })
  const summaries = await summariseChanges(
    db,
    operations.map(({ id }) => id),
  )
  const byId = new Map(summaries.map((each) => [each.operationId, each]))
  return operations.map((operation) => {
    const { path = '', count: entries = 0 } = byId.get(operation.id) ?? {}
    return { ...toLine(operation), path, entries }
  })
}

/** Etags for `readVersion`; null before it was created, and after it was deleted. */
export type ChangedFile = { path: string; before: string | null; after: string | null }

const MAX_CHANGED_FILES = 200

/** Returns what several operations together changed in contents, by path; only the first of very many. */
export async function listChangedFiles(
  { db, organisationId }: Vault,
  selector: OperationSelector,
): Promise<ChangedFile[]> {
  const operations = await findOperations(db, organisationId, selector)
  const ids = operations.map(({ id }) => id)
  const changes = await listChanges(db, ids, 10 * MAX_CHANGED_FILES)
  const files = Map.groupBy(
    changes.filter(({ isFolder, isUndoable }) => !isFolder && isUndoable),
    ({ fileId }) => fileId,
  )
  return [...files.values()]
    .map((all): ChangedFile => {
      const [first, last] = [all[0]!, all.at(-1)!]
      return {
        path: last.pathAfter ?? last.pathBefore ?? '',
        before: first.etagBefore,
        after: last.pathAfter === null ? null : last.etagAfter,
      }
    })
    .filter(({ before, after }) => before !== after)
    .slice(0, MAX_CHANGED_FILES)
}

/** The most that an editor can show. */
const MAX_SHOWN_BYTES = 4 * 1024 * 1024

/**
 * Returns the text of a version; null if it is not text or too long to show. Throws NOT_FOUND if it is not stored any
 * more.
 */
export async function readVersion({ organisationId }: Vault, etag: string): Promise<string | null> {
  const isEtag = /^[0-9a-f]{64}$/.test(etag)
  const found = isEtag ? await findContent({ organisationId, etag }, { start: 0, end: 0 }) : null
  if (!found) throw new AppError('NOT_FOUND', { message: 'This version is no longer available.' })
  if (!found.isText || found.sizeBytes > MAX_SHOWN_BYTES) return null
  const bytes = await readWhole({ organisationId, etag }, { start: 0, end: found.sizeBytes })
  return isUtf8(bytes) ? bytes.toString() : null
}
