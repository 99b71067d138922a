/**
 * Finds runs whose server died, so that none stays "running" for ever. Floor 3.
 *
 * What was running ends as our own failure: its handler may have done half its work. What never started is run
 * after all, if what it needs can still be had and its person still may; refused runs end so, and cost nothing.
 * Source: specification "Execution", One run, many views.
 */
import type { Context } from '../context.ts'
import { adoptRun, listLostRuns } from '../db/run-leases.ts'
import type { RunEnd, RunRow } from '../db/runs.ts'
import { ERRORS, type PublicError } from '../errors.ts'
import { endRun } from './end-run.ts'
import { leaseFromNow } from './held-runs.ts'
import { logFault, newReference } from './log-fault.ts'
import { performRun } from './perform-run.ts'
import { reopenRun } from './reopen-run.ts'

type Sweeper = Pick<Context, 'db' | 'sandbox'>

/**
 * Ends lost runs, and sets off those that never started; returns how many it found. Several processes may sweep
 * at once: each run is taken by one of them.
 */
export async function sweepLostRuns(ctx: Sweeper, now = new Date()): Promise<number> {
  const lost = await listLostRuns(ctx.db, now)
  await Promise.all(lost.map((run) => (isStartable(run) ? adopt(ctx, run, now) : endLost(ctx, run))))
  return lost.length
}

/** A child that never started has lost whoever waited for it. */
function isStartable({ state, parentRunId }: RunRow): boolean {
  return state === 'queued' && parentRunId === null
}

async function adopt(ctx: Sweeper, run: RunRow, now: Date): Promise<void> {
  const opened = await reopenRun(ctx, run)
  if (!opened) return endLost(ctx, run)
  if ('refusal' in opened) return endLost(ctx, run, opened.refusal)
  const isOurs = await adoptRun(ctx.db, { id: run.id, now, leaseUntil: leaseFromNow() })
  if (isOurs) performRun(ctx, opened).catch(() => {})
}

/** Ends what has lost its process: as `refusal`, else as our own failure, which the log tells when it was the first to end it. */
export async function endLost(
  { db }: Pick<Context, 'db'>,
  run: RunRow,
  refusal?: PublicError,
): Promise<void> {
  if (refusal) {
    await endRun(db, run, { state: 'failed', error: refusal })
    return
  }
  const reference = newReference()
  const ended = await endRun(db, run, {
    state: 'failed',
    error: { ...LOST, reference },
    errorDetail: { isLost: true },
  })
  if (ended)
    logFault('The server that held it stopped.', 'a run lost its process', { reference, runId: run.id })
}

/** Whether a run ended only because its process did: nothing that a skill can say of itself. */
export function isLost({ errorDetail }: Pick<RunRow, 'errorDetail'>): boolean {
  return (errorDetail as RunEnd['errorDetail'])?.isLost === true
}

const LOST: PublicError = {
  code: 'INTERNAL_ERROR',
  message: `${ERRORS.INTERNAL_ERROR.message} The server that held this run stopped.`,
  recoverable: false,
  suggested_action: 'Run it again.',
}
