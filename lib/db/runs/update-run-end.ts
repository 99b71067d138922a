/** `lib/runs/finish/end-run.ts` settles the money in the same transaction. */
import { RUN_MOVES, type RunState } from '../../run-model/run-states.ts'
import { summarizeValue } from '../../run-model/run-summary.ts'
import type { Database, Tx } from '../core/prisma-client.ts'
import { queryRows, sql } from '../core/sql.ts'
import { ALL_BUT_OUTPUT, type RunEnd, type RunRow } from './runs.ts'

type EndOptions = {
  end: RunEnd
  onlyFrom?: RunState
  onlyWithoutListeners?: boolean
}

type Ending = Pick<RunRow, 'id' | 'organisationId' | 'skillName'>

/** Null if its state does not allow this end, or `options` exclude it. */
export async function updateRunEnd(
  db: Database | Tx,
  run: Ending,
  options: EndOptions,
): Promise<RunRow | null> {
  const { end, onlyFrom, onlyWithoutListeners = false } = options
  const set = Object.entries(columnsOf(end)).map(([column, value]) => sql`"${sql.raw(column)}" = ${value}`)
  const from = statesBefore(end.state).filter((each) => !onlyFrom || each === onlyFrom)
  const listening = sql`SELECT FROM "Webhook" AS w WHERE w."organisationId" = ${run.organisationId}
    AND w."pausedAt" IS NULL AND w."noticesOfId" IS NULL
    AND (w."skillName" IS NULL OR w."skillName" = ${run.skillName})`
  const [ended] = await queryRows<RunRow>(db)`
    UPDATE "Run" SET ${sql.join(set)}
    WHERE "id" = ${run.id} AND "state" = ANY(${from}::"RunState"[])
      AND (${!onlyWithoutListeners}::boolean OR NOT EXISTS (${listening}))
    RETURNING ${end.output === undefined ? sql`*` : sql.raw(ALL_BUT_OUTPUT)}`
  if (!ended) return null
  return end.output === undefined ? ended : { ...ended, output: end.output }
}

function columnsOf(end: RunEnd): Record<string, unknown> {
  const {
    state,
    output,
    outputDigest,
    chargedMicros,
    capturedMicros,
    durationMs,
    cpuMs,
    outputBlobs,
    ...json
  } = end
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
    outputDigest,
    ...(output !== undefined && {
      output: JSON.stringify(output),
      hasOutput: true,
      outputSummary: summarizeValue(output) ?? undefined,
    }),
    ...jsonTexts({ error, errorDetail, warnings, logs, requests, effects }),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function jsonTexts(values: Record<string, object | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, value && JSON.stringify(value)]),
  )
}

function statesBefore(end: RunState): RunState[] {
  const states = Object.keys(RUN_MOVES) as RunState[]
  return states.filter((state) => (RUN_MOVES[state] as readonly RunState[]).includes(end))
}
