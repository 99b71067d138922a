/** Groups journal entries for display: consecutive typing by one person is one line. */
import type { FileLine, JournalLine } from '#lib/vault/history/history.ts'

export type HistoryEntry = {
  operationIds: string[]
  verb: string
  path: string
  others: number
  atMs: number
  who: string
  runId: string | null
  isOneOfRun: boolean
  planRunId: string | null
  note: string | null
  isUndone: boolean
  /** The single edits, if these are several in one line. */
  edits?: HistoryEntry[]
  diff?: { before: string | null; after: string | null }
}

const TYPING_SESSION_MS = 10 * 60_000

export function fileHistoryEntries(lines: readonly FileLine[]): HistoryEntry[] {
  return lines.reduce<HistoryEntry[]>((all, line) => {
    const { pathAfter, pathBefore, what, etagBefore, etagAfter, isUndoable } = line
    const verb = what === 'renamed' ? `Moved from ${pathBefore} to` : VERBS[what]
    const entry: HistoryEntry = {
      ...commonFields(line),
      verb,
      path: pathAfter ?? pathBefore ?? '',
      others: 0,
      ...(isUndoable && etagBefore !== etagAfter && { diff: { before: etagBefore, after: etagAfter } }),
    }
    return [...all.slice(0, -1), ...mergeEdits(all.at(-1), entry)]
  }, [])
}

export function vaultHistoryEntries(lines: readonly JournalLine[]): HistoryEntry[] {
  return lines.reduce<HistoryEntry[]>((all, line) => {
    const entry: HistoryEntry = {
      ...commonFields(line),
      verb: KINDS[line.kind] ?? 'Changed',
      path: line.path,
      others: Math.max(0, line.entries - 1),
    }
    return [...all.slice(0, -1), ...mergeEdits(all.at(-1), entry)]
  }, [])
}

const VERBS = { created: 'Created', modified: 'Changed', renamed: 'Moved', deleted: 'Deleted' }

const KINDS: Partial<Record<JournalLine['kind'], string>> = {
  create: 'Created',
  write: 'Changed',
  patch: 'Changed',
  folder: 'Created folder',
  rename: 'Moved to',
  delete: 'Deleted',
  undo: 'Undid a change to',
  restore: 'Restored',
  import: 'Imported',
}

function commonFields(line: FileLine | JournalLine) {
  const { operationId, atMs, by, runId, isOneOfRun, planRunId, note, isUndone } = line
  const who = by.name ?? 'Unknown user'
  return { operationIds: [operationId], atMs, who, runId, isOneOfRun, planRunId, note, isUndone }
}

function mergeEdits(newer: HistoryEntry | undefined, older: HistoryEntry): HistoryEntry[] {
  if (!newer) return [older]
  if (!isTyping(newer) || !isTyping(older) || newer.who !== older.who || newer.path !== older.path)
    return [newer, older]
  if (newer.atMs - older.atMs > TYPING_SESSION_MS) return [newer, older]
  const diff = newer.diff && older.diff && { before: older.diff.before, after: newer.diff.after }
  const { diff: _, edits = [newer], ...rest } = newer
  const operationIds = [...newer.operationIds, ...older.operationIds]
  return [{ ...rest, operationIds, edits: [...edits, older], ...(diff && { diff }) }]
}

function isTyping({ verb, runId, isUndone, others }: HistoryEntry): boolean {
  return verb === 'Changed' && runId === null && !isUndone && others === 0
}
