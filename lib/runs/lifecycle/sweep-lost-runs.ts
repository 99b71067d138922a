/**
 * A lost run that was running fails through our fault. A queued one is started if still permitted; otherwise it ends
 * refused and costs nothing.
 */
import type { Context } from '../../context/context.ts'
import { readDatabaseTime } from '../../kernel/db/database-clock.ts'
import { ERRORS, type PublicError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { deleteUnpaidBlobs, endRun } from '../finish/end-run.ts'
import { logFault, newReference } from '../finish/log-fault.ts'
import { leaseFromNow } from '../queue/lease-run.ts'
import { adoptRun, listDeferredRuns, listLostRuns } from '../rows/run-leases.ts'
import type { RunRow } from '../rows/runs.ts'
import { performRun } from '../start/perform-run.ts'
import { reopenRun } from './reopen-run.ts'

type Sweeper = Pick<Context, 'db' | 'sandbox'>

/** Several processes may sweep at once. Returns the number of lost runs. */
export async function sweepLostRuns(ctx: Sweeper, at?: Date): Promise<number> {
  const now = at ?? (await readDatabaseTime(ctx.db))
  const lost = await listLostRuns(ctx.db, now)
  await Promise.all(
    lost.map((run) => (isStartable(run) ? restartLostRun(ctx, run, now) : endLostRun(ctx, run))),
  )
  return lost.length
}

function isStartable({ state, parentRunId }: RunRow): boolean {
  return state === 'queued' && parentRunId === null
}

async function restartLostRun(ctx: Sweeper, run: RunRow, now: Date): Promise<void> {
  const opened = await reopenRun(ctx, run)
  if (!opened) return endLostRun(ctx, run)
  if ('refusal' in opened) return endLostRun(ctx, run, opened.refusal)
  const isAdopted = await adoptRun(ctx.db, { id: run.id, now, leaseUntil: leaseFromNow() })
  if (isAdopted) performRun(ctx, opened).catch(logUnlessExpected)
}

/** Fails runs that wait for a workflow that `listAbandoned` reports as failed: no worker will perform them. */
export async function sweepLostDeferredRuns(
  ctx: Pick<Context, 'db'>,
  listAbandoned: () => Promise<string[]>,
): Promise<number> {
  const abandoned = await listAbandoned()
  const lost = abandoned.length > 0 ? await listDeferredRuns(ctx.db, abandoned) : []
  for (const run of lost) await endLostRun(ctx, run)
  return lost.length
}

/** Fails the run, uncharged, with `refusal`, or else as an internal error with a reference. Ignores ended runs. */
export async function endLostRun(
  { db }: Pick<Context, 'db'>,
  run: RunRow,
  refusal?: PublicError,
): Promise<void> {
  if (refusal) {
    const refused = await endRun(db, run, { state: 'failed', error: refusal })
    if (refused) await deleteUnpaidBlobs(db, refused)
    return
  }
  const reference = newReference()
  const ended = await endRun(db, run, {
    state: 'failed',
    error: { ...LOST, reference },
    errorDetail: { interruption: 'during' },
  })
  if (!ended) return
  logFault('The server that was running it stopped.', 'a run lost its process', { reference, runId: run.id })
  await deleteUnpaidBlobs(db, ended)
}

const LOST: PublicError = {
  code: 'INTERNAL_ERROR',
  message: `${ERRORS.INTERNAL_ERROR.message} The server that was running it stopped.`,
  recoverable: false,
  suggested_action: 'Run it again.',
}
