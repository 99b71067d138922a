/**
 * What was done, as the page and the CLI show it: to one file, or in the whole vault; and any text as it was. Floor 3.
 *
 * Lines and what they can bring back are kept for `historyMs`, and no more bytes of it than `historyBytes`
 * (vault-limits.ts).
 */
import { isUtf8 } from 'node:buffer'
import { parseVaultPath, vaultKey } from '../contract/vault/vault-path.ts'
import { findContent } from '../db/vault-contents.ts'
import { findVaultFile } from '../db/vault-files.ts'
import {
  type ChangeRow,
  findOperations,
  listChangesOf,
  listOperations as listOperationRows,
  type OperationRow,
  summariseChanges,
} from '../db/vault-history.ts'
import type { OperationKind } from '../db/vault-journal.ts'
import { AppError } from '../errors.ts'
import { readWhole } from './read-content.ts'
import type { Vault } from './vault.ts'
import { type ChangeWord, wordOf } from './why-not-undo.ts'

/** Who did it, when and why. */
export type OperationLine = {
  operationId: string
  kind: OperationKind
  atMs: number
  by: { userId: string; name: string | null }
  runId: string | null
  /** There is more to undo of its run. */
  isOneOfRun: boolean
  planRunId: string | null
  stepId: string | null
  note: string | null
  isUndone: boolean
}

/** One line of a file's history. `etagBefore` and `etagAfter` are for `readVersion`. */
export type FileLine = OperationLine & {
  /** To ask for the lines before it. */
  seq: string
  what: ChangeWord
  pathBefore: string | null
  pathAfter: string | null
  etagBefore: string | null
  etagAfter: string | null
  sizeBytes: number
  /** Whether it may be undone, as far as its content is concerned. */
  isKept: boolean
}

export type Page = { limit?: number; before?: string }
const PAGE = 50

/** What was done to the file at a path, under whatever name it had, newest first. Throws POLICY_DENIED. */
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
  const { seq, pathBefore, pathAfter, etagBefore, etagAfter, sizeAfter, isKept } = change
  const what = wordOf(change)
  const sizeBytes = pathAfter === null ? change.sizeBefore : sizeAfter
  return { seq: String(seq), what, pathBefore, pathAfter, etagBefore, etagAfter, sizeBytes, isKept }
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

/** An operation and how much it touched: the first path, and how many there are. */
export type JournalLine = OperationLine & { path: string; entries: number }

/** What was done in the vault, newest first; `before` is an operation's id. */
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

/** What an editor can show of a version. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * The text that an etag of the history means; null when it is no text, or too long to be shown. Throws NOT_FOUND when
 * it is not kept any more.
 */
export async function readVersion({ organisationId }: Vault, etag: string): Promise<string | null> {
  const isEtag = /^[0-9a-f]{64}$/.test(etag)
  const found = isEtag ? await findContent({ organisationId, etag }, { start: 0, end: 0 }) : null
  if (!found) throw new AppError('NOT_FOUND', { message: 'This version is not kept any more.' })
  if (!found.isText || found.sizeBytes > MOST_BYTES) return null
  const bytes = await readWhole({ organisationId, etag }, { start: 0, end: found.sizeBytes })
  return isUtf8(bytes) ? bytes.toString() : null
}
