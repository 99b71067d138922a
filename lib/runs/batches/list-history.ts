/** The history of runs as people read it: a batch is one entry, however many rows it has. */
import type { Context } from '../../context/context.ts'
import { listBatchRecords } from '../rows/batches.ts'
import { listRunLinesOutsideBatches } from '../rows/run-history.ts'
import { listRuns, RUNS_PER_PAGE, type RunQuery, showRunLines, toRunFilter } from '../views/list-runs.ts'
import type { RunLine } from '../views/run-view.ts'
import type { BatchView } from './batch-view.ts'
import { viewBatches } from './get-batch.ts'

export type HistoryEntry = { kind: 'run'; run: RunLine } | { kind: 'batch'; batch: BatchView }

type History = { entries: HistoryEntry[]; nextCursor: string | null }

/**
 * Returns the runs of the viewer's organisation as `listRuns`, with each batch in place of its runs. Who searches, or looks
 * for a state or a channel, is after single runs, and gets those of batches as well. Throws UNAUTHENTICATED.
 */
export async function listHistory(
  ctx: Context,
  query: RunQuery = {},
  take = RUNS_PER_PAGE,
): Promise<History> {
  const { q, state, channel, tests, cursor } = query
  if (q || state || channel || tests) {
    const { runs, nextCursor } = await listRuns(ctx, query, take)
    return { entries: runs.map((run) => ({ kind: 'run', run })), nextCursor }
  }
  const filter = { ...(await toRunFilter(ctx, query)), take: take + 1 }
  const before = cursor === undefined ? undefined : `batch_${withoutPrefix(cursor)}`
  const [{ rows, searchedTo }, records] = await Promise.all([
    listRunLinesOutsideBatches(ctx.db, { ...filter, before: cursor }),
    listBatchRecords(ctx.db, { ...filter, before }),
  ])
  // Both kinds of ids sort by time behind their prefix.
  const isSearched = (id: string) => searchedTo === null || withoutPrefix(id) >= withoutPrefix(searchedTo)
  const ids = [...rows, ...records]
    .map(({ id }) => id)
    .filter(isSearched)
    .sort((one, other) => (withoutPrefix(one) < withoutPrefix(other) ? 1 : -1))
  const page = ids.slice(0, take)
  const shown = new Set(page)
  const [runs, batches] = await Promise.all([
    showRunLines(
      ctx,
      rows.filter(({ id }) => shown.has(id)),
    ),
    viewBatches(
      ctx.db,
      records.filter(({ id }) => shown.has(id)),
    ),
  ])
  const entries = new Map<string, HistoryEntry>([
    ...runs.map((run) => [run.id, { kind: 'run', run }] as const),
    ...batches.map((batch) => [batch.id, { kind: 'batch', batch }] as const),
  ])
  const last = page.at(-1)
  return {
    entries: page.flatMap((id) => entries.get(id) ?? []),
    nextCursor: ids.length > take && last ? `run_${withoutPrefix(last)}` : searchedTo,
  }
}

function withoutPrefix(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}
