/**
 * Notices to everyone who uses a SkillSet. A popular one has thousands of users, and mails and webhook deliveries for all
 * would exceed the time of the transaction that takes it down, so a worker sends them in batches after the commit.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../kernel/db/workers.ts'
import {
  advanceFanOut,
  deleteFanOut,
  insertFanOut,
  listNextRecipients,
  lockFanOut,
  type NoticeAudience,
} from './rows/notice-fan-outs.ts'
import type { NewNotice } from './rows/notice-rows.ts'
import { sendNotice } from './send-notice.ts'

/** A few hundred notices, mails and deliveries take less than a second. */
const BATCH = 200

/**
 * Call it in the transaction of the event. Notifies a small audience there, and enqueues the rest with it, so that each
 * person is notified exactly once or, if it is rolled back, not at all.
 */
export async function fanOutNotice(
  tx: Tx,
  audience: NoticeAudience,
  notice: NewNotice,
  batch = BATCH,
): Promise<void> {
  const first = await listNextRecipients(tx, { ...audience, lastUserId: '' }, batch + 1)
  if (first.length <= batch) return sendNotice(tx, first, notice)
  const id = randomUUIDv7()
  await insertFanOut(tx, { id, notice, ...audience })
  await enqueueWorkflow(tx, { name: 'notices', id: `notices:${id}`, input: { fanOutId: id }, partition: id })
}

/**
 * Returns whether anyone is left. The batch and the position after it commit together: a repeated call goes on where
 * the last one ended, whatever happened to its caller.
 */
export function sendNextBatch(db: Database, id: string, batch = BATCH): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const row = await lockFanOut(tx, id)
    if (!row) return false
    const userIds = await listNextRecipients(tx, row, batch)
    const last = userIds.at(-1)
    if (last !== undefined) await sendNotice(tx, userIds, row.notice)
    const isComplete = last === undefined || userIds.length < batch
    if (isComplete) await deleteFanOut(tx, id)
    else await advanceFanOut(tx, id, last)
    return !isComplete
  })
}
