/**
 * Runs as they are stored: opening, claiming a place, moving to an end. Floor 1.
 *
 * Invariant: a run only moves along RUN_MOVES. Each move is one conditional UPDATE, so of two that want to end
 * a run one is answered false, and an end state is never left.
 */

import type { Json } from '../contract/json/json.ts'
import { RUN_MOVES, type RunState } from '../contract/market/run-states.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import type { Issue, PublicError } from '../errors.ts'
import type { Database, Tx } from './client.ts'
import type { Prisma, Run } from './generated/client.ts'
import { dataColumn, jsonColumn } from './json-column.ts'

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
  errorDetail?: { issues?: Issue[]; stack?: string }
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
}

/** Writes a run that waits for its turn. */
export function insertRun(db: Database | Tx, run: NewRun): Promise<RunRow> {
  const { input, coercions, migration, notices, ...rest } = run
  const written = {
    input: jsonColumn(input),
    coercions: dataColumn(coercions),
    ...(migration && { migration: dataColumn(migration) }),
    ...(notices && notices.length > 0 && { notices }),
    warnings: [],
    logs: [],
  }
  return db.run.create({ data: { ...rest, ...written } })
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
  const [claimed] = await db.$queryRaw<{ isOn: boolean }[]>`
    SELECT "claim_run"(${id}, ${organisationId}, ${atOnce}::int, ${leaseUntil}::timestamp) AS "isOn"`
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

/**
 * Ends a run; what it held is settled in the same transaction, see `lib/execution/end-run.ts`. Returns null, having
 * written nothing, when no move leads from its state to this end, or when its state is not the one `onlyFrom` names.
 */
export async function endRun(
  db: Database | Tx,
  id: string,
  end: RunEnd,
  onlyFrom?: RunState,
  more: Prisma.RunWhereInput = {},
): Promise<RunRow | null> {
  const {
    state,
    output,
    error,
    errorDetail,
    warnings,
    logs,
    requests,
    durationMs,
    cpuMs,
    chargedMicros,
    outputBlobs,
    effects,
  } = end
  const [ended] = await db.run.updateManyAndReturn({
    where: {
      id,
      state: { in: statesBefore(state).filter((each) => !onlyFrom || each === onlyFrom) },
      ...more,
    },
    data: {
      state,
      endedAt: new Date(),
      leaseUntil: null,
      durationMs,
      cpuMs,
      chargedMicros,
      outputBlobs,
      ...(output !== undefined && { output: jsonColumn(output), hasOutput: true }),
      ...(error && { error: dataColumn(error) }),
      ...(errorDetail && { errorDetail: dataColumn(errorDetail) }),
      ...(warnings && { warnings: dataColumn(warnings) }),
      ...(logs && { logs: dataColumn(logs) }),
      ...(requests && { requests: dataColumn(requests) }),
      ...(effects && { effects: dataColumn(effects) }),
    },
  })
  return ended ?? null
}

/**
 * Ends a run of which no webhook wants to hear, in one statement. Null when one does, and in the cases of `endRun`: which
 * it was is to be found out there.
 */
export function endUnheard(
  db: Database | Tx,
  { id, organisationId, skillName }: Pick<RunRow, 'id' | 'organisationId' | 'skillName'>,
  end: RunEnd,
  onlyFrom?: RunState,
): Promise<RunRow | null> {
  const listening = { organisationId, pausedAt: null, OR: [{ skillName: null }, { skillName }] }
  return endRun(db, id, end, onlyFrom, { organisation: { webhooks: { none: listening } } })
}

function statesBefore(end: RunState): RunState[] {
  const states = Object.keys(RUN_MOVES) as RunState[]
  return states.filter((state) => (RUN_MOVES[state] as readonly RunState[]).includes(end))
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
