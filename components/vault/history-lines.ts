/** Lines of the journal as people read them: what somebody typed in one sitting is one line. Pure. */
import type { FileLine, JournalLine } from '#lib/vault/history.ts'

export type HistoryLine = {
  /** Newest first. */
  operationIds: string[]
  verb: string
  path: string
  /** How many files besides. */
  others: number
  atMs: number
  who: string
  runId: string | null
  /** Its run did something else too. */
  isOneOfRun: boolean
  planRunId: string | null
  note: string | null
  isUndone: boolean
  /** What to compare; absent where there is nothing to compare. */
  diff?: { before: string | null; after: string | null }
}

const SITTING_MS = 10 * 60_000

export function fileHistory(lines: readonly FileLine[]): HistoryLine[] {
  return lines.reduce<HistoryLine[]>((all, line) => {
    const { pathAfter, pathBefore, what, etagBefore, etagAfter, isKept } = line
    const verb = what === 'renamed' ? `Moved from ${pathBefore} to` : VERBS[what]
    const one: HistoryLine = {
      ...common(line),
      verb,
      path: pathAfter ?? pathBefore ?? '',
      others: 0,
      ...(isKept && etagBefore !== etagAfter && { diff: { before: etagBefore, after: etagAfter } }),
    }
    return [...all.slice(0, -1), ...together(all.at(-1), one)]
  }, [])
}

export function vaultHistory(lines: readonly JournalLine[]): HistoryLine[] {
  return lines.reduce<HistoryLine[]>((all, line) => {
    const one: HistoryLine = {
      ...common(line),
      verb: KINDS[line.kind] ?? 'Changed',
      path: line.path,
      others: Math.max(0, line.entries - 1),
    }
    return [...all.slice(0, -1), ...together(all.at(-1), one)]
  }, [])
}

const VERBS = { created: 'Created', modified: 'Changed', renamed: 'Moved', deleted: 'Deleted' }

const KINDS: Partial<Record<JournalLine['kind'], string>> = {
  create: 'Created',
  write: 'Changed',
  patch: 'Changed',
  folder: 'Made the folder',
  rename: 'Moved to',
  delete: 'Deleted',
  undo: 'Took back a change of',
  restore: 'Brought back',
  import: 'Brought in',
}

function common(line: FileLine | JournalLine) {
  const { operationId, atMs, by, runId, isOneOfRun, planRunId, note, isUndone } = line
  const who = by.name ?? 'Somebody'
  return { operationIds: [operationId], atMs, who, runId, isOneOfRun, planRunId, note, isUndone }
}

/** `older` as part of `newer` when both are one person's typing, else both. */
function together(newer: HistoryLine | undefined, older: HistoryLine): HistoryLine[] {
  if (!newer) return [older]
  if (!isTyping(newer) || !isTyping(older) || newer.who !== older.who || newer.path !== older.path)
    return [newer, older]
  if (newer.atMs - older.atMs > SITTING_MS) return [newer, older]
  const diff = newer.diff && older.diff && { before: older.diff.before, after: newer.diff.after }
  const { diff: _, ...rest } = newer
  return [{ ...rest, operationIds: [...newer.operationIds, ...older.operationIds], ...(diff && { diff }) }]
}

function isTyping({ verb, runId, isUndone, others }: HistoryLine): boolean {
  return verb === 'Changed' && runId === null && !isUndone && others === 0
}
