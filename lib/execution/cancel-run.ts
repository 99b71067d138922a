/** Ending a run before its time. Floor 3. */
import type { Context } from '../context.ts'
import { isEnded } from '../contract/market/run-states.ts'
import { requestCancel } from '../db/run-leases.ts'
import { findRunState, type RunRow } from '../db/runs.ts'
import { endRun } from './end-run.ts'
import { requireOwnRun } from './find-own-run.ts'
import { abortHeldRun } from './held-runs.ts'
import { CANCELLED } from './judge.ts'
import { announceRun } from './run-announcements.ts'

/**
 * Cancels a run: at once when it waits in line, within moments when it is running, whichever process holds it.
 * A run that has ended stays as it is. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED.
 */
export async function cancelRun(ctx: Context, id: unknown): Promise<void> {
  const { row } = await requireOwnRun(ctx, id)
  if (isEnded(row.state)) return
  if (row.state === 'queued' && (await cancelInLine(ctx.db, row))) return
  await requestCancel(ctx.db, row.id)
  const isHere = abortHeldRun(row.id)
  if (!isHere && (await findRunState(ctx.db, row.id)) === 'running') {
    await announceRun(ctx.db, { runId: row.id, organisationId: row.organisationId, what: 'cancel' })
  }
}

/** False when its turn came first. */
async function cancelInLine(db: Context['db'], row: RunRow): Promise<boolean> {
  const ended = await endRun(db, row, { state: 'cancelled', error: CANCELLED }, 'queued')
  if (!ended) return false
  abortHeldRun(row.id)
  const { id: runId, organisationId } = row
  await announceRun(db, { runId, organisationId, what: 'cancel' })
  return true
}
