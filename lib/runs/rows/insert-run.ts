import { type StoredBytes, storedSql } from '../../blobs/rows/storage-entries.ts'
import type { Coercion } from '../../json-schema/evaluate/coercion.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql, UNFLUSHED } from '../../kernel/db/sql.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { summarizeValue } from '../model/run-summary.ts'
import { DEFAULT_COLUMNS, type RunColumns, toParameters, withColumns } from './run-columns.ts'
import type { RunRow, RunTerms } from './runs.ts'

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
  inputBlobs?: string[]
  timeZone?: string
  conversationId?: string
  timeoutMs?: number
  /** Records the input as a digest only. */
  isSealed?: boolean
  /** Null while deferred: only the queue refers to it. */
  leaseUntil: Date | null
} & Partial<RunTerms>

export async function insertRun(db: Database | Tx, run: NewRun): Promise<RunRow> {
  const { names, values } = statementPartsOf(columnsOf(run))
  const [row] = await db.$queryRaw<RunRow[]>`
    INSERT INTO "Run" (${sql.raw(names)}) VALUES (${sql.join(values)}) RETURNING *`
  return row!
}

/** Maximum storage and queue of the organisation for recording a run. */
export type RoomForRun = { stored: StoredBytes & { except: string[] }; queued: number }

type StartOptions = { atOnce: number; isFlushed: boolean; room?: RoomForRun }

/**
 * The run is running if a slot is free and no run of its organisation waits, else queued. Returns null, and inserts
 * nothing, if more is stored than `room` allows, or as much queued. `isFlushed: false` does not wait for the disk;
 * the row is there with the next commit at the latest.
 */
export async function insertAndStartRun(
  db: Database,
  run: NewRun,
  { atOnce, isFlushed, room }: StartOptions,
): Promise<RunRow | null> {
  const columns = columnsOf(run)
  const { names, values } = statementPartsOf(columns)
  const { organisationId } = run
  const hasRoom = room ? hasRoomSql(organisationId, room) : sql`true`
  const unflushed = isFlushed ? sql.empty : sql`, ${UNFLUSHED}`
  const [inserted] = await db.$queryRaw<Pick<RunRow, 'state' | 'startedAt' | 'storedBytes'>[]>`
    WITH "slot" AS MATERIALIZED (
      SELECT "has_free_slot"(${organisationId}, ${atOnce}) AS "isFree" WHERE ${hasRoom}
    )
    INSERT INTO "Run" (${sql.raw(names)}, "state", "startedAt")
    SELECT ${sql.join(values)}, CASE WHEN "isFree" THEN 'running' ELSE 'queued' END::"RunState",
      CASE WHEN "isFree" THEN now() END
    FROM "slot" RETURNING "state", "startedAt", "storedBytes"${unflushed}`
  if (!inserted) return null
  const { state, startedAt, storedBytes } = inserted
  return withColumns(DEFAULT_COLUMNS, columns, { state, startedAt, storedBytes })
}

function hasRoomSql(organisationId: string, { stored, queued }: RoomForRun): Sql {
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

function statementPartsOf(columns: RunColumns): { names: string; values: unknown[] } {
  const parameters = toParameters(columns)
  return {
    names: parameters.map(([name]) => `"${name}"`).join(', '),
    values: parameters.map(([, value]) => value),
  }
}

/** Absent fields get the column's default. */
function columnsOf({ notices = [], isSealed = false, ...run }: NewRun) {
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
