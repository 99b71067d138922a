/**
 * A run moves along RUN_MOVES by conditional UPDATEs: one of two concurrent moves succeeds and an end state is never
 * left.
 */

import type { Issue, PublicError } from '../../errors.ts'
import { digestOf } from '../../json/digest-of.ts'
import type { Json } from '../../json/json.ts'
import type { Coercion } from '../../json-schema/evaluate/coercion.ts'
import type { RunState } from '../../run-model/run-states.ts'
import { summarizeValue } from '../../run-model/run-summary.ts'
import type { Effects } from '../../run-model/tool-result.ts'
import { type StoredBytes, storedSql } from '../blobs/storage-entries.ts'
import { dataColumn } from '../core/json-column.ts'
import type { Database, Tx } from '../core/prisma-client.ts'
import { queryRows, type Sql, sql, UNFLUSHED } from '../core/sql.ts'
import { Prisma, type Run } from '../generated/client.ts'

export type RunRow = Run

type LogLine = { level: string; text: string; atMs: number }

type RequestLine = {
  method: string
  host: string
  status?: number
  refused?: string
  sentBytes: number
  bytes: number
  ms: number
}

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
  /** If it was migrated: the old major, the versions and the input as sent. */
  migration?: { from: string; to: string; via?: string[]; input: Json }
  notices?: string[]
  contractHash: string
  permissionsHash?: string
  inputBlobs?: string[]
  timeZone?: string
  conversationId?: string
  timeoutMs?: number
  /** Recorded as a digest only. */
  isSealed?: boolean
  /** Null while deferred: only the queue refers to it. */
  leaseUntil: Date | null
} & Partial<RunTerms>

export type RunTerms = {
  terms: 'paid' | 'free' | 'own' | 'draft' | 'dry_run'
  priceMicros: bigint
  /** For it and its children. */
  holdMicros: bigint
  dryRun: boolean
  keyId: string | null
  parentRunId: string | null
  rootRunId: string | null
  planRunId: string
  stepId: string
  attempt: number
}

export type ErrorDetail = {
  issues?: Issue[]
  stack?: string
  /** Its process or sandbox was lost, before or during the work of its code. */
  interruption?: 'before' | 'during'
}

/** `output` is absent if there is none to deliver. */
export type RunEnd = {
  state: RunState
  output?: Json
  /** Instead of an output that is not recorded. */
  outputDigest?: string
  error?: PublicError
  errorDetail?: ErrorDetail
  warnings?: Issue[]
  logs?: LogLine[]
  requests?: RequestLine[]
  durationMs?: number
  cpuMs?: number
  outputBlobs?: string[]
  effects?: Effects
  chargedMicros?: bigint
  /** With children; settling corrects it. */
  capturedMicros?: bigint
}

export async function insertRun(db: Database | Tx, run: NewRun): Promise<RunRow> {
  const { names, values } = parametersOf(run)
  const [row] = await queryRows<RunRow>(db)`
    INSERT INTO "Run" (${sql.raw(names)}) VALUES (${sql.join(values)}) RETURNING *`
  return row!
}

/** The storage and the queue of the organisation, for a run to be recorded. */
export type RunRoom = { stored: StoredBytes & { except: string[] }; queued: number }

type StartOptions = { atOnce: number; isFlushed: boolean; room?: RunRoom }

/**
 * Running if a slot is free and no run of its organisation waits, else queued. Null, and nothing is inserted, if more is
 * stored than `room` allows, or as much queued. `isFlushed: false` does not wait for the disk; the row is there with the
 * next commit at the latest.
 */
export async function insertAndStartRun(
  db: Database,
  run: NewRun,
  { atOnce, isFlushed, room }: StartOptions,
): Promise<RunRow | null> {
  const { names, values } = parametersOf(run)
  const { organisationId } = run
  const hasRoom = room ? hasRoomSql(organisationId, room) : sql`true`
  const unflushed = isFlushed ? sql.empty : sql`, ${UNFLUSHED} AS "setting"`
  const [inserted] = await queryRows<RunRow & { setting?: string }>(db)`
    WITH "slot" AS MATERIALIZED (
      SELECT "has_free_slot"(${organisationId}, ${atOnce}) AS "isFree" WHERE ${hasRoom}
    )
    INSERT INTO "Run" (${sql.raw(names)}, "state", "startedAt")
    SELECT ${sql.join(values)}, CASE WHEN "isFree" THEN 'running' ELSE 'queued' END::"RunState",
      CASE WHEN "isFree" THEN now() END
    FROM "slot" RETURNING ${sql.raw(ALL_BUT_INPUT)}${unflushed}`
  if (!inserted) return null
  const { setting: _, ...row } = inserted
  return { ...row, input: run.isSealed ? null : run.input }
}

/** For RETURNING: a large value need not come back to the process that has it. */
const ALL_BUT_INPUT = columnsWithout('input')
export const ALL_BUT_OUTPUT = columnsWithout('output')

function columnsWithout(name: string): string {
  const names = Object.keys(Prisma.RunScalarFieldEnum).filter((each) => each !== name)
  return names.map((each) => `"${each}"`).join(', ')
}

function hasRoomSql(organisationId: string, { stored, queued }: RunRoom): Sql {
  const { except, organisation, person } = stored
  return sql`
    EXISTS (
      SELECT FROM (${storedSql({ organisationId, except }, 'runs')}) AS stored
      WHERE stored."organisation" <= ${organisation} AND stored."person" <= ${person}
    )
    AND ${queued} > (
      SELECT count(*) FROM "Run" AS waiting WHERE waiting."organisationId" = ${organisationId}
        AND waiting."parentRunId" IS NULL AND waiting."state" = 'queued'
    )`
}

function parametersOf(run: NewRun): { names: string; values: unknown[] } {
  const columns = Object.entries(columnsOf(run)).filter(([, value]) => value !== undefined)
  return {
    names: columns.map(([column]) => `"${column}"`).join(', '),
    values: columns.map(([, value]) => value),
  }
}

/** Absent fields get the column's default. */
function columnsOf({ notices = [], leaseUntil, ...run }: NewRun) {
  const { isSealed = false, input, coercions, migration, ...rest } = run
  const { priceMicros, holdMicros, ...plain } = rest
  // By this process's clock, like all timestamps of a run.
  const createdAt = new Date().toISOString()
  return {
    ...plain,
    priceMicros: priceMicros?.toString(),
    holdMicros: holdMicros?.toString(),
    createdAt,
    leaseUntil: leaseUntil?.toISOString(),
    ...(isSealed
      ? { purgedAt: createdAt, input: 'null', inputDigest: digestOf(input), coercions: '[]' }
      : {
          input: JSON.stringify(input),
          inputSummary: summarizeValue(input) ?? undefined,
          coercions: JSON.stringify(coercions),
          migration: migration && JSON.stringify(migration),
        }),
    notices: notices.length > 0 ? JSON.stringify(notices) : undefined,
    warnings: '[]',
    logs: '[]',
  }
}

/** Children share their root's slot and do not count. */
export function countQueuedRuns(db: Database | Tx, organisationId: string): Promise<number> {
  return db.run.count({ where: { organisationId, parentRunId: null, state: 'queued' } })
}

/** The oldest run of the person with the fewest running is next. Returns whether it is running. */
export async function claimRun(
  db: Database,
  run: { id: string; organisationId: string; atOnce: number; leaseUntil: Date },
): Promise<boolean> {
  const { id, organisationId, atOnce, leaseUntil } = run
  // The SQL function first takes the organisation's lock.
  const [claimed] = await queryRows<{ isOn: boolean }>(db)`
    SELECT "claim_run"(${id}, ${organisationId}, ${atOnce}, ${leaseUntil}::timestamp) AS "isOn"`
  return claimed?.isOn === true
}

/** Those that have a slot of the organisation. */
export function countRunning(db: Database | Tx, organisationId: string): Promise<number> {
  return db.run.count({ where: { organisationId, state: 'running', parentRunId: null } })
}

/** It shares its parent's slot. False if it is not queued any more. */
export async function startChildRun(db: Database | Tx, id: string, leaseUntil: Date): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'queued', parentRunId: { not: null } },
    data: { state: 'running', startedAt: new Date(), leaseUntil },
  })
  return count === 1
}

export async function saveProgress(
  db: Database | Tx,
  id: string,
  { progress, note, logs }: { progress?: number; note?: string; logs: LogLine[] },
): Promise<void> {
  await db.run.updateMany({
    where: { id, state: 'running' },
    data: { progress, progressNote: note, logs: dataColumn(logs) },
  })
}

export async function findRunState(db: Database | Tx, id: string): Promise<RunState | null> {
  const row = await db.run.findUnique({ where: { id }, select: { state: true } })
  return row?.state ?? null
}
