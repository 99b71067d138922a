/**
 * A run moves along RUN_MOVES by conditional UPDATEs: one of two concurrent moves succeeds and an end state is never
 * left.
 */

import type { Lane } from '../../contracts/document/skill-limits.ts'
import type { Run } from '../../kernel/db/generated/client.ts'
import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Issue, PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { LogLine, SandboxRequest } from '../../sandbox/sandbox.ts'
import type { RunState } from '../model/run-states.ts'
import type { Effects } from '../model/tool-result.ts'

export type RunRow = Run

export type RunTerms = {
  /** `purchase` buys the text of an instruction skill. */
  terms: 'paid' | 'purchase' | 'free' | 'own' | 'draft' | 'dry_run'
  /** The most that the run itself costs. */
  priceMicros: bigint
  /** Null for a price of the whole run. */
  itemMicros: bigint | null
  /** Reserved for the run and its children. */
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
  /** The process or sandbox was lost, before or while the code ran. */
  interruption?: 'before' | 'during'
}

/** `output` is absent if there is none to deliver. */
export type RunEnd = {
  state: RunState
  output?: Json
  /** The digest of an output that is not recorded. */
  outputDigest?: string
  error?: PublicError
  errorDetail?: ErrorDetail
  warnings?: Issue[]
  logs?: LogLine[]
  /** The last that the code reported, which may not be stored yet. */
  progress?: number
  progressNote?: string
  requests?: SandboxRequest[]
  /** See `listSentSecrets`. */
  sentSecrets?: string[]
  durationMs?: number
  cpuMs?: number
  outputBlobs?: string[]
  effects?: Effects
  /** The items of an output that is paid per item. */
  items?: number
  chargedMicros?: bigint
  /** Includes children; settling corrects it. */
  capturedMicros?: bigint
}

/** Counts the organisation's runs that wait for a slot. Children share their root's slot and do not count. */
export function countQueuedRuns(db: Database | Tx, organisationId: string, lane: Lane): Promise<number> {
  return db.run.count({ where: { organisationId, parentRunId: null, state: 'queued', lane } })
}

/** Returns how many runs of its lane the run's organisation performs, and how many of them were queued before it. */
export async function countRunsBefore(
  db: Database | Tx,
  { id, organisationId, lane }: Pick<RunRow, 'id' | 'organisationId' | 'lane'>,
): Promise<{ running: number; waiting: number }> {
  const ofLane = { organisationId, lane, parentRunId: null }
  const [running, waiting] = await Promise.all([
    db.run.count({ where: { ...ofLane, state: 'running' } }),
    db.run.count({ where: { ...ofLane, state: 'queued', id: { lt: id } } }),
  ])
  return { running, waiting }
}

/**
 * Starts a queued run if its organisation has a free slot of its lane and it is next: the oldest run of the person with the fewest
 * running. Returns whether it is running.
 */
export async function claimRun(
  db: Database,
  run: { id: string; organisationId: string; lane: string; atOnce: number; leaseUntil: Date },
): Promise<boolean> {
  const { id, organisationId, lane, atOnce, leaseUntil } = run
  // The SQL function takes the organisation's lock first, so that two runs cannot both take the last slot.
  const [claimed] = await db.$queryRaw<{ isRunning: boolean }[]>`
    SELECT "claim_run_of_lane"(${id}, ${organisationId}, ${lane}, ${atOnce}, ${leaseUntil}::timestamp) AS "isRunning"`
  return claimed?.isRunning === true
}

/** Counts runs that have a slot of the organisation. */
export function countRunning(db: Database | Tx, organisationId: string): Promise<number> {
  return db.run.count({ where: { organisationId, state: 'running', parentRunId: null, lane: 'quick' } })
}

/** A child shares its parent's slot. Returns false if it is not queued any more. */
export async function startChildRun(db: Database | Tx, id: string, leaseUntil: Date): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'queued', parentRunId: { not: null } },
    data: { state: 'running', startedAt: new Date(), leaseUntil },
  })
  return count === 1
}

/** Stores progress and logs of a running run; does nothing if it has ended. */
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

/** Asks the process that performs the run to stop it. Returns false if the run is not running. */
export async function requestCancel(db: Database | Tx, id: string): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'running' },
    data: { cancelRequestedAt: new Date() },
  })
  return count === 1
}

/** Returns the ids of open runs, whose leases are renewed, and of those of them that are to be cancelled. */
export async function renewLeases(
  db: Database | Tx,
  ids: readonly string[],
  leaseUntil: Date,
): Promise<{ renewed: string[]; cancelled: string[] }> {
  const rows = await db.run.updateManyAndReturn({
    where: { id: { in: [...ids] }, state: { in: ['queued', 'running'] } },
    data: { leaseUntil },
    select: { id: true, cancelRequestedAt: true },
  })
  const cancelled = rows.filter(({ cancelRequestedAt }) => cancelRequestedAt !== null)
  return { renewed: rows.map(({ id }) => id), cancelled: cancelled.map(({ id }) => id) }
}

/** Returns those of the runs that only the queue refers to: they wait without a lease, so `listLostRuns` has none. */
export function listDeferredRuns(db: Database | Tx, ids: readonly string[]): Promise<RunRow[]> {
  return db.run.findMany({ where: { id: { in: [...ids] }, state: 'queued', leaseUntil: null } })
}

/**
 * How much later a run of the long lane counts as lost. It goes on in the sandbox, and a worker takes it up as soon as there
 * is one: no run lasts longer.
 */
const LONG_RUN_GRACE_MS = 16 * 60_000

/** Returns open runs whose lease has expired, the oldest hundred. */
export function listLostRuns(db: Database | Tx, now: Date): Promise<RunRow[]> {
  // Only published skills run in a worker.
  const canBeTakenUp = { lane: 'long', parentRunId: null, versionId: { not: null } }
  return db.run.findMany({
    where: {
      state: { in: ['queued', 'running'] },
      OR: [
        { leaseUntil: { lt: now }, NOT: canBeTakenUp },
        { leaseUntil: { lt: new Date(now.getTime() - LONG_RUN_GRACE_MS) } },
      ],
    },
    orderBy: { id: 'asc' },
    take: 100,
  })
}

/** Also takes the run over from a dead worker. Returns false if it is not queued any more. */
export async function adoptDeferredRun(
  db: Database | Tx,
  { id, leaseUntil }: { id: string; leaseUntil: Date },
): Promise<boolean> {
  const { count } = await db.run.updateMany({ where: { id, state: 'queued' }, data: { leaseUntil } })
  return count === 1
}

/** Takes a running run over from a dead worker. Returns false if it has ended. */
export async function adoptRunningRun(
  db: Database | Tx,
  { id, leaseUntil }: { id: string; leaseUntil: Date },
): Promise<boolean> {
  const { count } = await db.run.updateMany({ where: { id, state: 'running' }, data: { leaseUntil } })
  return count === 1
}

/** Takes over an expired lease. Returns false if another process did, or the run is not queued any more. */
export async function adoptRun(
  db: Database | Tx,
  { id, now, leaseUntil }: { id: string; now: Date; leaseUntil: Date },
): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'queued', leaseUntil: { lt: now } },
    data: { leaseUntil },
  })
  return count === 1
}
