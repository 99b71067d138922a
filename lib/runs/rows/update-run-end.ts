/** `lib/runs/finish/end-run.ts` settles the money in the same transaction. */

import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import { toStorableJson } from '../../kernel/validation/storable.ts'
import { RUN_MOVES, type RunState } from '../model/run-states.ts'
import { summarizeValue } from '../model/run-summary.ts'
import { type RunColumns, toParameters, withColumns } from './run-columns.ts'
import type { RunEnd, RunRow } from './runs.ts'

type EndOptions = {
  end: RunEnd
  onlyFrom?: RunState
  onlyWithoutListeners?: boolean
}

/** Columns that other statements write while a run is open, with logs if the end has none. */
const READ_AT_END = sql`"startedAt", "progress", "progressNote", "cancelRequestedAt", "outputBlobId", "purgedAt", "storedBytes"`

/** Returns null if the state of `run`, as last read, does not allow this end, or `options` exclude it. */
export async function updateRunEnd(
  db: Database | Tx,
  run: RunRow,
  options: EndOptions,
): Promise<RunRow | null> {
  const { end, onlyFrom, onlyWithoutListeners = false } = options
  const columns = columnsOf(end)
  const set = toParameters(columns).map(([column, value]) => sql`"${sql.raw(column)}" = ${value}`)
  const from = statesBefore(end.state).filter((each) => !onlyFrom || each === onlyFrom)
  const listening = sql`SELECT FROM "Webhook" AS w WHERE w."organisationId" = ${run.organisationId}
    AND w."pausedAt" IS NULL AND w."noticesOfId" IS NULL
    AND (w."skillName" IS NULL OR w."skillName" = ${run.skillName})`
  const [read] = await db.$queryRaw<RunColumns[]>`
    UPDATE "Run" SET ${sql.join(set)}
    WHERE "id" = ${run.id} AND "state" = ANY(${from}::"RunState"[])
      AND (${!onlyWithoutListeners}::boolean OR NOT EXISTS (${listening}))
    RETURNING ${READ_AT_END}${end.logs ? sql.empty : sql`, "logs"`}`
  return read ? withColumns(run, columns, read) : null
}

function columnsOf(end: RunEnd) {
  const { output, error, errorDetail } = end
  return {
    ...end,
    // The error and its details quote what the skill threw.
    ...(error && { error: toStorableJson(error) }),
    ...(errorDetail && { errorDetail: toStorableJson(errorDetail) }),
    endedAt: new Date(),
    leaseUntil: null,
    ...(output !== undefined && {
      hasOutput: true,
      outputSummary: summarizeValue(output) ?? undefined,
    }),
  } satisfies RunColumns
}

function statesBefore(end: RunState): RunState[] {
  const states = Object.keys(RUN_MOVES) as RunState[]
  return states.filter((state) => (RUN_MOVES[state] as readonly RunState[]).includes(end))
}
