/**
 * Performs a batch in a worker. Its rows record what is done: a worker that takes over from a dead one goes on with the rows
 * that have not ended, and each row has an idempotency key, so that no input runs or is charged twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Context } from '../../context/context.ts'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { formatMicros } from '../../kernel/money.ts'
import { retryOutages } from '../../kernel/outage.ts'
import { paths } from '../../kernel/site/paths.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { recoverRun } from '../lifecycle/recover-run.ts'
import { createRunContext, type RunContext } from '../resolve/create-run-context.ts'
import {
  type BatchRecord,
  type BatchRow,
  endBatchRecord,
  endRow,
  findBatch,
  isBatchCancelled,
  listOpenRows,
  setRowRun,
} from '../rows/batches.ts'
import { type StartedRun, startRun } from '../start/start-run.ts'
import { viewBatch } from './get-batch.ts'

/** Batches of one organisation that run at once. */
export const MAX_BATCHES_AT_ONCE = 1

/** Less than an organisation may run at once, so that its people do not wait for a batch. */
const RUNS_AT_ONCE = 3

/** How soon a cancelled batch stops. */
const CANCEL_POLL_MS = 1_000

type Services = Pick<Context, 'db' | 'sandbox'>

/** Performs what is left of the batch, and ends it. Does nothing if it has ended or was deleted. */
export async function performBatch(ctx: Services, batchId: string): Promise<void> {
  const batch = await retryOutages(() => findBatch(ctx.db, batchId))
  if (!batch || batch.endedAt) return
  const cancel = watchCancel(ctx.db, batchId)
  try {
    const rows = await retryOutages(() => listOpenRows(ctx.db, batchId))
    await pLimit(RUNS_AT_ONCE).map(rows, (row) => performRow(ctx, batch, row, cancel.signal))
  } finally {
    cancel.stop()
  }
  await retryOutages(() => endBatch(ctx.db, batch))
}

/** Rejects only if nothing can be recorded; then the batch is performed again. */
async function performRow(
  ctx: Services,
  batch: BatchRecord,
  row: BatchRow,
  signal: AbortSignal,
): Promise<void> {
  // Rows that never started stay without an end, which shows what was left out.
  if (signal.aborted && row.runId === null) return
  try {
    const acting = await createRunContext(ctx, batch, { channel: 'batch', what: 'batch' })
    await performInput(acting, batch, row, signal)
    await retryOutages(() => endRow(ctx.db, row))
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    if (signal.aborted && thrown.code === 'CANCELLED') return
    await retryOutages(() => endRow(ctx.db, row, toPublicError(thrown)))
  }
}

/** Starts the run of the row, or recovers the one that a dead worker started, and waits for its end. */
async function performInput(
  acting: RunContext,
  batch: BatchRecord,
  row: BatchRow,
  signal: AbortSignal,
): Promise<void> {
  const started = row.runId === null ? await startWhenQueueHasRoom(acting, batch, row, signal) : undefined
  const runId = row.runId ?? (started as StartedRun).run.id
  if (started) await retryOutages(() => setRowRun(acting.db, row, runId))
  const stop = () => void cancelRun(acting, runId).catch(logUnlessExpected)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    if (started && !started.isRepeated) await started.ended
    else await recoverRun(acting, runId)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const QUEUE_RETRY_MS = 1_000
const MAX_QUEUE_WAIT_MS = 30 * 60_000

async function startWhenQueueHasRoom(
  acting: RunContext,
  batch: BatchRecord,
  row: BatchRow,
  signal: AbortSignal,
): Promise<StartedRun> {
  const { skillName: name, versionNumber: version, timeZone, priceMicros } = batch
  const deadlineMs = Date.now() + MAX_QUEUE_WAIT_MS
  for (;;) {
    if (signal.aborted) throw new AppError('CANCELLED')
    try {
      return await startRun(acting, {
        skill: { name, version },
        args: row.input as Json,
        timeZone,
        maxPrice: formatMicros(priceMicros),
        idempotencyKey: `${batch.id}:${row.index}`,
      })
    } catch (thrown) {
      const isFull = thrown instanceof AppError && thrown.code === 'RATE_LIMIT_EXCEEDED'
      if (!isFull || Date.now() > deadlineMs) throw thrown
      await sleep(QUEUE_RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

function watchCancel(db: Context['db'], id: string): { signal: AbortSignal; stop: () => void } {
  const cancelled = new AbortController()
  const timer = setInterval(async () => {
    // The database may be away for a moment.
    if (await isBatchCancelled(db, id).catch(() => false)) cancelled.abort()
  }, CANCEL_POLL_MS)
  return { signal: cancelled.signal, stop: () => clearInterval(timer) }
}

async function endBatch(db: Context['db'], batch: BatchRecord): Promise<void> {
  const { counts, skillTitle, total } = await viewBatch(db, batch)
  await db.$transaction(async (tx) => {
    const hasEnded = await endBatchRecord(tx, batch.id)
    if (!hasEnded || (await isBatchCancelled(tx, batch.id))) return
    const failed = total - counts.succeeded
    await sendNotice(tx, [batch.userId], {
      kind: 'batch.ended',
      title: `Batch finished: ${skillTitle}`,
      body: `${counts.succeeded} of ${total} succeeded${failed > 0 ? `, ${failed} did not` : ''}.`,
      href: paths.batch(batch.id),
    })
  })
}
