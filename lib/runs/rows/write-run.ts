/** Writes the record of a run, and its end. `lib/runs/finish/end-run.ts` settles the money in the same transaction. */

import type { Lane } from '../../contracts/document/skill-limits.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import type { Run } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { toStorableJson } from '../../kernel/validation/storable.ts'
import { RUN_MOVES, type RunState } from '../model/run-states.ts'
import { summarizeValue } from '../model/run-summary.ts'
import type { RunEnd, RunRow, RunTerms } from './runs.ts'

export type NewRun = {
  id: string
  organisationId: string
  userId: string
  skillSetId: string | null
  versionId: string | null
  skillName: string
  versionNumber: string
  mode: 'development' | 'production'
  channel: string
  submissionId?: string
  exampleIndex?: number
  rerunOfId?: string
  input: Json
  coercions: Coercion[]
  /** Set for a migrated input: the old major, the versions and the input as sent. */
  migration?: { from: string; to: string; via?: string[]; input: Json }
  notices?: string[]
  contractHash: string
  permissionsHash?: string
  packagesDigest?: string | undefined
  inputBlobs?: string[]
  timeZone?: string
  conversationId?: string
  timeoutMs?: number
  callNumber?: number
  lane?: Lane
  /** Records the input as a digest only. */
  isSealed?: boolean
  /** Null while deferred: only the queue refers to it. */
  leaseUntil: Date | null
} & Partial<RunTerms>

/** Records a queued run. Returns its row. */
export async function insertRun(db: Database | Tx, run: NewRun): Promise<RunRow> {
  const parameters = toParameters(columnsOfNew(run))
  const names = parameters.map(([name]) => `"${name}"`).join(', ')
  const values = parameters.map(([, value]) => value)
  const [row] = await db.$queryRaw<RunRow[]>`
    INSERT INTO "Run" (${sql.raw(names)}) VALUES (${sql.join(values)}) RETURNING *`
  return row!
}

/** Absent fields get the column's default. */
function columnsOfNew({ notices = [], isSealed = false, ...run }: NewRun) {
  const { input, coercions, migration, ...plain } = run
  // A run's timestamps are by this process's clock.
  const createdAt = new Date()
  return {
    ...plain,
    createdAt,
    ...(isSealed
      ? { purgedAt: createdAt, input: null, inputDigest: digestOf(input), coercions: [] }
      : { input, inputSummary: summarizeValue(input) ?? undefined, coercions, migration }),
    notices: notices.length > 0 ? notices : undefined,
    warnings: [],
    logs: [],
  } satisfies RunColumns
}

type EndOptions = {
  end: RunEnd
  /** Ends the run only from this state. */
  onlyFrom?: RunState
  /** Ends the run only if no webhook is subscribed to it. */
  onlyWithoutListeners?: boolean
}

/**
 * Columns that other statements write while a run is open, with logs if the end has none. The others are known: a run
 * has some seventy columns, and its output may have megabytes, so the row is not read back.
 */
const READ_AT_END = sql`"startedAt", "progress", "progressNote", "cancelRequestedAt", "outputBlobId", "purgedAt", "storedBytes",
  "partCount", "partBytes"`

/**
 * Returns the ended row; null if the state of `run`, as last read, does not allow this end, or `options` exclude it.
 */
export async function updateRunEnd(
  db: Database | Tx,
  run: RunRow,
  options: EndOptions,
): Promise<RunRow | null> {
  const { end, onlyFrom, onlyWithoutListeners = false } = options
  const columns = columnsOfEnd(end)
  const set = toParameters(columns).map(([column, value]) => sql`"${sql.raw(column)}" = ${value}`)
  const from = statesBefore(end.state).filter((state) => !onlyFrom || state === onlyFrom)
  const listening = sql`SELECT FROM "Webhook" AS w WHERE w."organisationId" = ${run.organisationId}
    AND w."pausedAt" IS NULL AND w."noticesOfId" IS NULL
    AND (w."skillName" IS NULL OR w."skillName" = ${run.skillName})`
  const [read] = await db.$queryRaw<RunColumns[]>`
    UPDATE "Run" SET ${sql.join(set)}
    WHERE "id" = ${run.id} AND "state" = ANY(${from}::"RunState"[])
      AND (${!onlyWithoutListeners}::boolean OR NOT EXISTS (${listening}))
    RETURNING ${READ_AT_END}${end.logs ? sql.empty : sql`, "logs"`}`
  return read ? Object.assign({}, run, withoutAbsent(columns), read) : null
}

function columnsOfEnd(end: RunEnd) {
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

/** Stores which secrets a run sent that another process has ended. */
export async function saveSentSecrets(db: Database, id: string, sentSecrets: string[]): Promise<void> {
  await db.run.updateMany({ where: { id }, data: { sentSecrets } })
}

function statesBefore(end: RunState): RunState[] {
  const states = Object.keys(RUN_MOVES) as RunState[]
  return states.filter((state) => (RUN_MOVES[state] as readonly RunState[]).includes(end))
}

/** Undefined columns are not written. */
type RunColumns = { [Name in keyof Run]?: unknown }

const JSON_COLUMNS = new Set(
  'input migration coercions output error errorDetail warnings notices logs requests effects'.split(' '),
)

/** Returns names and values for a statement. A null in a JSON column is the JSON value. */
function toParameters(columns: RunColumns): [name: string, value: unknown][] {
  return Object.entries(withoutAbsent(columns)).map(([name, value]) => [name, toParameter(name, value)])
}

function toParameter(name: string, value: unknown): unknown {
  if (JSON_COLUMNS.has(name)) return JSON.stringify(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? value.toString() : value
}

function withoutAbsent(columns: RunColumns): RunColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
