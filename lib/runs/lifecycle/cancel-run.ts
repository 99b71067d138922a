import type { Context } from '../../context/context.ts'
import { endRun } from '../finish/end-run.ts'
import { CANCELLED } from '../finish/judge-outcome.ts'
import { isEnded } from '../model/run-states.ts'
import { abortLeasedRun } from '../queue/lease-run.ts'
import { notifyCancel } from '../queue/run-notifications.ts'
import { findRunState, type RunRow, requestCancel } from '../rows/runs.ts'
import { requireOwnRun } from '../views/find-own-run.ts'

/**
 * Cancels a run, whichever process performs it, and leaves an ended run as it is. A queued run has ended on return; a
 * running one ends soon after. Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED for members who did not start it.
 */
export async function cancelRun(ctx: Context, id: unknown): Promise<void> {
  const { row } = await requireOwnRun(ctx, id)
  if (isEnded(row.state)) return
  if (row.state === 'queued' && (await cancelQueuedRun(ctx.db, row))) return
  await requestCancel(ctx.db, row.id)
  const isHere = abortLeasedRun(row.id)
  if (!isHere && (await findRunState(ctx.db, row.id)) === 'running') {
    await notifyCancel(ctx.db, { runId: row.id, organisationId: row.organisationId })
  }
}

/** Returns false if the run is not queued any more. */
async function cancelQueuedRun(db: Context['db'], row: RunRow): Promise<boolean> {
  const ended = await endRun(db, row, { state: 'cancelled', error: CANCELLED }, 'queued')
  if (!ended) return false
  abortLeasedRun(row.id)
  const { id: runId, organisationId } = row
  await notifyCancel(db, { runId, organisationId })
  return true
}
