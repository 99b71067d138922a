/** Every end of a run goes through here. See docs/spec/execution.md §5. */

import { deleteBlobsOfRun } from '../../blobs/rows/blob-rows.ts'
import { type Database, LONG_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import { settleRun } from '../../money/hold-for-run.ts'
import { notifySpending } from '../../money/notify-spending.ts'
import { listSubscribedWebhooks } from '../../notices/rows/webhook-rows.ts'
import { enqueueDelivery } from '../../notices/webhooks/enqueue-deliveries.ts'
import { isEnded } from '../model/run-states.ts'
import { notifyRun } from '../queue/run-notifications.ts'
import { lockRoot } from '../rows/run-family.ts'
import { findRun } from '../rows/run-history.ts'
import type { RunEnd, RunRow } from '../rows/runs.ts'
import { updateRunEnd as moveToEnd } from '../rows/update-run-end.ts'
import { CANCELLED } from './judge-outcome.ts'
import { isSealed, withContent, withoutContent } from './sealed-run.ts'

/** Returns null and changes nothing if the run's state does not allow this end or differs from `onlyFrom`. */
export async function endRun(
  db: Database,
  run: RunRow,
  end: RunEnd,
  onlyFrom?: RunRow['state'],
): Promise<RunRow | null> {
  const ended = await endAndSettle(db, run, end, onlyFrom)
  if (ended) notifyRun(db, { runId: run.id, organisationId: run.organisationId, what: 'ended' })
  return ended
}

async function endAndSettle(
  db: Database,
  run: RunRow,
  end: RunEnd,
  onlyFrom?: RunRow['state'],
): Promise<RunRow | null> {
  const { id, priceMicros, holdMicros, rootRunId } = run
  if (rootRunId !== null && priceMicros > 0n) return endPaidChild(db, run, rootRunId, end, onlyFrom)
  const chargedMicros = end.state === 'succeeded' ? priceMicros : 0n
  const charged = { ...end, chargedMicros, ...(holdMicros > 0n && { capturedMicros: chargedMicros }) }
  const options = { end: charged, onlyFrom }
  const canHaveWebhooks = canNotifyWebhooks(run)
  const endWithoutWebhooks = (on: Database | Tx) =>
    moveToEnd(on, run, { ...options, onlyWithoutListeners: canHaveWebhooks })
  if (holdMicros === 0n) {
    const ended = await endWithoutWebhooks(db)
    if (ended || !canHaveWebhooks) return ended
  }
  return db.$transaction(async (tx) => {
    const quiet = holdMicros > 0n ? await endWithoutWebhooks(tx) : null
    const listeners = !quiet && canHaveWebhooks ? await listSubscribedWebhooks(tx, run) : []
    const ended = quiet ?? (canHaveWebhooks ? await moveToEnd(tx, run, options) : null)
    const settled =
      ended && holdMicros > 0n ? { ...ended, capturedMicros: await settleRun(tx, ended) } : ended
    if (settled?.capturedMicros) await notifySpending(tx, settled)
    if (settled) for (const listener of listeners) await enqueueDelivery(tx, listener, { runId: id })
    return settled
  }, LONG_TRANSACTION)
}

function canNotifyWebhooks({ mode, rootRunId }: RunRow): boolean {
  return mode === 'production' && rootRunId === null
}

/** A paid output is never recorded without its charge, and the charge stands whatever happens to its ancestors. */
function endPaidChild(db: Database, run: RunRow, rootRunId: string, end: RunEnd, onlyFrom?: RunRow['state']) {
  return db.$transaction(async (tx) => {
    const root = await lockRoot(tx, rootRunId)
    const decided = !root || isEnded(root.state) ? toUndeliveredEnd(end) : end
    const chargedMicros = decided.state === 'succeeded' ? run.priceMicros : 0n
    return moveToEnd(tx, run, { end: { ...decided, chargedMicros }, onlyFrom })
  }, LONG_TRANSACTION)
}

/** A paid child whose caller has ended is cancelled, since its output cannot be delivered. */
function toUndeliveredEnd(end: RunEnd): RunEnd {
  if (end.state !== 'succeeded') return end
  const { output: _, outputBlobs: __, ...rest } = end
  return { ...rest, state: 'cancelled', error: CANCELLED }
}

type Performed = {
  /** The caller of a paid child has ended, so it cannot receive the output and does not pay. */
  isAborted: boolean
  hasSlot: boolean
}

/**
 * Ends a run that was performed, and returns it as it ended: another process may have ended it first. A sealed run is
 * returned with the content that is not recorded. Throws if it has no record: it was deleted, or the database stopped
 * before the record of a start was on disk.
 */
export async function endPerformedRun(
  db: Database,
  row: RunRow,
  reached: RunEnd,
  { isAborted, hasSlot }: Performed,
): Promise<RunRow> {
  const isUndelivered = isAborted && row.rootRunId !== null && row.priceMicros > 0n
  const end = withoutUnpaidBlobs(row, isUndelivered ? toUndeliveredEnd(reached) : reached)
  // A run without a slot can only end from the queue: if it ended or another process took it in the meantime, that
  // stands.
  const stored = isSealed(row) ? withoutContent(end) : end
  const ended = (await endRun(db, row, stored, hasSlot ? undefined : 'queued')) ?? (await findRun(db, row.id))
  if (!ended) throw new Error(`The record of run ${row.id} is missing.`)
  await deleteUnpaidBlobs(db, ended)
  return isSealed(row) ? withContent(ended, row, end) : ended
}

/** A run with a price delivers its blobs with its output, or not at all: else a caller could cancel it and keep them. */
function withoutUnpaidBlobs({ priceMicros }: RunRow, { outputBlobs, ...end }: RunEnd): RunEnd {
  return priceMicros > 0n && !deliversOutput(end) ? end : { ...end, ...(outputBlobs && { outputBlobs }) }
}

/** Returns true if the caller of an ended run gets its output. */
function deliversOutput({ state }: Pick<RunEnd, 'state'> | Pick<RunRow, 'state'>): boolean {
  return state === 'succeeded' || state === 'partial'
}

/** Deletes the blobs of a priced run that ended without delivering its output, so that no one can read them. */
export async function deleteUnpaidBlobs(
  db: Database,
  run: Pick<RunRow, 'id' | 'priceMicros' | 'state'>,
): Promise<void> {
  if (run.priceMicros > 0n && isEnded(run.state) && !deliversOutput(run)) await deleteBlobsOfRun(db, run.id)
}
