/**
 * Runs as they are stored: opening, claiming a place, moving to an end. Floor 1.
 *
 * Invariant: a run only moves along RUN_MOVES. Each move is one conditional UPDATE, so of two that want to end
 * a run one is answered false, and an end state is never left.
 */

import type { Json } from '../contract/json/json.ts'
import type { RunState } from '../contract/market/run-states.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import type { Issue, PublicError } from '../errors.ts'
import type { Database, Tx } from './client.ts'
import { Prisma, type Run } from './generated/client.ts'
import { dataColumn } from './json-column.ts'
import { runStatement } from './statement.ts'

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
  /** Null for code that was sent with the call. */
  skillSetId: string | null
  /** Null for a draft. */
  versionId: string | null
  skillName: string
  versionNumber: string
  mode: 'development' | 'production'
  door: string
  submissionId?: string
  exampleIndex?: number
  rerunOfId?: string
  input: Json
  coercions: Coercion[]
  /** When it was migrated: from which major, to which version, and the input as it was sent. */
  migration?: { from: string; to: string; via?: string[]; input: Json }
  /** Sentences about the version it runs on. */
  notices?: string[]
  contractHash: string
  permissionsHash?: string
  /** "blob:…" of those it was given. */
  inputBlobs?: string[]
  /** The caller's IANA time zone. */
  timeZone?: string
  /** How long the caller gives it, if less than its limits do. */
  timeoutMs?: number
  /** Null while it is put off: nobody is answerable for it but the queue. */
  leaseUntil: Date | null
} & Partial<RunTerms>

/** What a run costs, and who is in on it. */
export type RunTerms = {
  terms: 'paid' | 'free' | 'own' | 'draft' | 'dry_run'
  priceMicros: bigint
  /** What is put aside for it and for the runs it may start. */
  holdMicros: bigint
  dryRun: boolean
  keyId: string | null
  parentRunId: string | null
  rootRunId: string | null
  planRunId: string
  stepId: string
  attempt: number
}

/** How a run ended; `output` is absent when there is none to show. */
export type RunEnd = {
  state: RunState
  output?: Json
  error?: PublicError
  /** For the publisher's people; and `isLost`, for Guildhall: only its process ended. */
  errorDetail?: { issues?: Issue[]; stack?: string; isLost?: true }
  warnings?: Issue[]
  logs?: LogLine[]
  requests?: RequestLine[]
  durationMs?: number
  cpuMs?: number
  /** "blob:…" of those it wrote. */
  outputBlobs?: string[]
  /** Of a tool: what it changed. */
  effects?: Effects
  /** What it cost; left out while that is open. */
  chargedMicros?: bigint
  /** The same with what it called, of a run that put money aside; settling corrects it. */
  capturedMicros?: bigint
}

/** Writes a run that waits for its turn. */
export async function insertRun(db: Database | Tx, run: NewRun): Promise<RunRow> {
  return writeRun<RunRow>(db, run, '*')
}

/**
 * The same, and starts it when it has its turn at once, as `claimRun` would: the function sees the row that was just
 * written. `row` is the run as it was recorded, waiting.
 */
export async function insertAndClaimRun(
  db: Database,
  run: NewRun & { leaseUntil: Date },
  atOnce: number,
): Promise<{ row: RunRow; isOn: boolean }> {
  const claim = `"claim_run"("id", "organisationId", ${Number(atOnce)}, "leaseUntil") AS "isOn"`
  const { isOn, ...row } = await writeRun<RunRow & { isOn: boolean }>(db, run, `*, ${claim}`)
  return { row, isOn }
}

async function writeRun<Row>(db: Database | Tx, run: NewRun, returning: string): Promise<Row> {
  const columns = Object.entries(columnsOf(run)).filter(([, value]) => value !== undefined)
  const names = columns.map(([column]) => `"${column}"`)
  const places = columns.map((_, index) => `$${index + 1}`)
  const text = `INSERT INTO "Run" (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING ${returning}`
  const [row] = await runStatement<Row>(db, { text, values: columns.map(([, value]) => value) })
  return row!
}

/** What is left out gets the column's default. */
function columnsOf({ input, coercions, migration, notices = [], leaseUntil, ...rest }: NewRun) {
  const { priceMicros, holdMicros, ...plain } = rest
  return {
    ...plain,
    priceMicros: priceMicros?.toString(),
    holdMicros: holdMicros?.toString(),
    // By this clock, as all other instants of a run.
    createdAt: new Date().toISOString(),
    leaseUntil: leaseUntil?.toISOString(),
    input: JSON.stringify(input),
    coercions: JSON.stringify(coercions),
    migration: migration && JSON.stringify(migration),
    notices: notices.length > 0 ? JSON.stringify(notices) : undefined,
    warnings: '[]',
    logs: '[]',
  }
}

/** How many of the organisation's runs wait for their turn. What a run starts takes its place, and waits for none. */
export function countQueuedRuns(db: Database | Tx, organisationId: string): Promise<number> {
  return db.run.count({ where: { organisationId, parentRunId: null, state: 'queued' } })
}

/**
 * Starts a queued run if its organisation has fewer than `atOnce` running and nobody is before it in line.
 *
 * The line is fair to people, then to time: next is the oldest run of whoever has the fewest running. Runs
 * whose server died do not hold up the line. Returns whether the run is running now.
 */
export async function claimRun(
  db: Database,
  run: { id: string; organisationId: string; atOnce: number; leaseUntil: Date },
): Promise<boolean> {
  const { id, organisationId, atOnce, leaseUntil } = run
  // The rules stand in the function, which takes the organisation's lock first.
  const [claimed] = await runStatement<{ isOn: boolean }>(
    db,
    Prisma.sql`SELECT "claim_run"(${id}, ${organisationId}, ${atOnce}, ${leaseUntil.toISOString()}::timestamp) AS "isOn"`,
  )
  return claimed?.isOn === true
}

/** Starts a run that another one called: it has its caller's place. False when it is not queued any more. */
export async function startChildRun(db: Database | Tx, id: string, leaseUntil: Date): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'queued', parentRunId: { not: null } },
    data: { state: 'running', startedAt: new Date(), leaseUntil },
  })
  return count === 1
}

/** Keeps how far a running run has come. */
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
