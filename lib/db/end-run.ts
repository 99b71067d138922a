/**
 * The one statement that ends a run. Floor 1; what it held is settled in the same transaction, see
 * `lib/execution/end-run.ts`.
 *
 * Invariant: an end state is never left. It is one conditional UPDATE, so of two that want to end a run one is told no.
 */
import { RUN_MOVES, type RunState } from '../contract/market/run-states.ts'
import type { Database, Tx } from './client.ts'
import type { RunEnd, RunRow } from './runs.ts'
import { runStatement } from './statement.ts'

type EndOptions = {
  end: RunEnd
  /** The only state to end it from. */
  onlyFrom?: RunState
  /** Only when no webhook wants to hear of it; when one does, that is to be found out by whoever is told no. */
  isUnheard?: boolean
  /** Sent to all who listen when it has ended, as `notify` does. */
  announcement: { channel: string; payload: string }
}

type Ending = Pick<RunRow, 'id' | 'organisationId' | 'skillName'>

/** Null, having written nothing, when no move leads from its state to this end, or `options` do not allow it. */
export async function endRun(db: Database | Tx, run: Ending, options: EndOptions): Promise<RunRow | null> {
  const { end, onlyFrom, isUnheard = false, announcement } = options
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const set = Object.entries(columnsOf(end)).map(([column, value]) => `"${column}" = ${put(value)}`)
  const from = statesBefore(end.state).filter((each) => !onlyFrom || each === onlyFrom)
  const listening = `SELECT FROM "Webhook" AS w WHERE w."organisationId" = ${put(run.organisationId)}
    AND w."pausedAt" IS NULL AND (w."skillName" IS NULL OR w."skillName" = ${put(run.skillName)})`
  const text = `WITH "ended" AS (
      UPDATE "Run" SET ${set.join(', ')}
      WHERE "id" = ${put(run.id)} AND "state" = ANY(${put(`{${from.join(',')}}`)}::"RunState"[])
        AND (${put(!isUnheard)} OR NOT EXISTS (${listening}))
      RETURNING *
    )
    SELECT "ended".*, pg_notify(${put(announcement.channel)}, ${put(announcement.payload)})::text AS "told" FROM "ended"`
  const [ended] = await runStatement<RunRow & { told: string }>(db, { text, values })
  if (!ended) return null
  const { told: _, ...row } = ended
  return row
}

/** What is left out stays as it is. */
function columnsOf(end: RunEnd): Record<string, unknown> {
  const { state, output, chargedMicros, capturedMicros, durationMs, cpuMs, outputBlobs, ...json } = end
  const { error, errorDetail, warnings, logs, requests, effects } = json
  const columns = {
    state,
    endedAt: new Date().toISOString(),
    leaseUntil: null,
    durationMs,
    cpuMs,
    chargedMicros: chargedMicros?.toString(),
    capturedMicros: capturedMicros?.toString(),
    outputBlobs,
    ...(output !== undefined && { output: JSON.stringify(output), hasOutput: true }),
    ...written({ error, errorDetail, warnings, logs, requests, effects }),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function written(values: Record<string, object | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, value && JSON.stringify(value)]),
  )
}

function statesBefore(end: RunState): RunState[] {
  const states = Object.keys(RUN_MOVES) as RunState[]
  return states.filter((state) => (RUN_MOVES[state] as readonly RunState[]).includes(end))
}
