import type { Context } from '../../context/context.ts'
import type { OpenedRun } from '../resolve/opened-run.ts'
import { claimRun, findRunState, startChildRun } from '../rows/runs.ts'
import { leaseFromNow } from './lease-run.ts'
import { notifyRun } from './run-notifications.ts'
import { openWakeUps } from './wake-ups.ts'

/** See docs/spec/execution.md §4. */
export const MAX_CONCURRENT_RUNS = 4

const POLL_MS = 2_000

/**
 * Returns false if the run ended while queued. Sends no event if it got its slot when recorded. A child shares its
 * parent's slot.
 */
export async function acquireSlot(
  db: Context['db'],
  { row, parent, isReopened, hasSlot }: OpenedRun,
  signal: AbortSignal,
): Promise<boolean> {
  if (hasSlot) return true
  if (parent) return startChildRun(db, row.id, leaseFromNow())
  const turn = await waitForSlot(db, row, signal)
  if (turn === 'never') return false
  if (turn === 'later' || isReopened)
    notifyRun(db, { runId: row.id, organisationId: row.organisationId, what: 'moved' })
  return true
}

type SlotResult = 'at once' | 'later' | 'never'

async function waitForSlot(
  db: Context['db'],
  run: { id: string; organisationId: string },
  signal: AbortSignal,
): Promise<SlotResult> {
  const { id, organisationId } = run
  const claim = () =>
    claimRun(db, { id, organisationId, atOnce: MAX_CONCURRENT_RUNS, leaseUntil: leaseFromNow() })
  if (await claim()) return 'at once'
  const slotWakeUps = await openWakeUps(
    (notification) => notification.organisationId === organisationId && notification.what !== 'progress',
    { signal, pollMs: POLL_MS },
  )
  try {
    while (!signal.aborted && (await findRunState(db, id)) === 'queued') {
      if (await claim()) return 'later'
      await slotWakeUps.next()
    }
    return 'never'
  } finally {
    slotWakeUps.close()
  }
}
