/** Each organisation may run a few skills at once; further runs wait in a fair queue: docs/spec/execution.md §4. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import { claimRun, countRunning, findRunState, type RunRow, startChildRun } from '../rows/runs.ts'
import { leaseFromNow } from './lease-run.ts'
import { notifyRun, openWakeUps } from './run-notifications.ts'

export const MAX_CONCURRENT_RUNS = 4
export const MAX_CONCURRENT_LONG_RUNS = 2

/** Notifications usually come first; they are lost with the process that sends them. */
const POLL_MS = 2_000

/**
 * Waits until the run may start, and moves it to “running”. Returns false if it ended while it was queued, or `signal`
 * was aborted. A child shares its parent's slot.
 */
export async function acquireSlot(
  db: Context['db'],
  { row, parent }: Pick<RecordedRun, 'row' | 'parent'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, organisationId, lane } = row
  if (parent) return startChildRun(db, id, leaseFromNow())
  const hasSlot = await waitForSlot(db, { id, organisationId, lane }, signal)
  if (hasSlot) notifyRun(db, { runId: id, organisationId, kind: 'moved' })
  return hasSlot
}

async function waitForSlot(
  db: Context['db'],
  { id, organisationId, lane }: Pick<RunRow, 'id' | 'organisationId' | 'lane'>,
  signal: AbortSignal,
): Promise<boolean> {
  const atOnce = lane === 'long' ? MAX_CONCURRENT_LONG_RUNS : MAX_CONCURRENT_RUNS
  const claim = () => claimRun(db, { id, organisationId, lane, atOnce, leaseUntil: leaseFromNow() })
  if (await claim()) return true
  const wakeUps = await openWakeUps(
    (notification) => notification.organisationId === organisationId && notification.kind !== 'progress',
    { signal, pollMs: POLL_MS },
  )
  try {
    while (!signal.aborted && (await findRunState(db, id)) === 'queued') {
      if (await claim()) return true
      await wakeUps.next()
    }
    return false
  } finally {
    wakeUps.close()
  }
}

const MAX_SPARE_WAIT_MS = 5_000
const SPARE_POLL_MS = 100

/** Spare slots in use by organisation, in this process. */
const spareSlots = oncePerProcess('spare slots', () => new Map<string, number>())

/**
 * Performs short work that has no record, such as listing a field's choices, which counts like a run of its
 * organisation. Waits while the organisation uses all its slots. Throws RATE_LIMIT_EXCEEDED after five seconds.
 */
export async function inSpareSlot<Value>(
  db: Context['db'],
  organisationId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const deadlineMs = Date.now() + MAX_SPARE_WAIT_MS
  while (!(await takeSpareSlot(db, organisationId))) {
    if (Date.now() > deadlineMs)
      throw new AppError('RATE_LIMIT_EXCEEDED', {
        message: `Your organisation already has ${MAX_CONCURRENT_RUNS} runs at once. Try again when one has ended.`,
        retryAfter: 1,
      })
    await sleep(SPARE_POLL_MS)
  }
  try {
    return await work()
  } finally {
    countSpareSlot(organisationId, -1)
  }
}

async function takeSpareSlot(db: Context['db'], organisationId: string): Promise<boolean> {
  let isTaken = false
  const used = countSpareSlot(organisationId, 1)
  try {
    isTaken =
      used <= MAX_CONCURRENT_RUNS && used + (await countRunning(db, organisationId)) <= MAX_CONCURRENT_RUNS
    return isTaken
  } finally {
    if (!isTaken) countSpareSlot(organisationId, -1)
  }
}

function countSpareSlot(organisationId: string, change: 1 | -1): number {
  const count = (spareSlots.get(organisationId) ?? 0) + change
  if (count === 0) spareSlots.delete(organisationId)
  else spareSlots.set(organisationId, count)
  return count
}
