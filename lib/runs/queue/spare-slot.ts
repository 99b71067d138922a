/** Slots for short work without a record, which counts like a run of its organisation. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { countRunning } from '../rows/runs.ts'
import { MAX_CONCURRENT_RUNS } from './wait-for-slot.ts'

const MAX_WAIT_MS = 5_000
const POLL_MS = 100

/** Slots in use by organisation, in this process. */
const using = new Map<string, number>()

/** Waits while the organisation uses all its slots. Throws RATE_LIMIT_EXCEEDED after five seconds. */
export async function inSpareSlot<Value>(
  db: Context['db'],
  organisationId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const deadlineMs = Date.now() + MAX_WAIT_MS
  while (!(await takeSlot(db, organisationId))) {
    if (Date.now() > deadlineMs)
      throw new AppError('RATE_LIMIT_EXCEEDED', {
        message: `Your organisation already has ${MAX_CONCURRENT_RUNS} runs at once. Try again when one has ended.`,
        retryAfter: 1,
      })
    await sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    addUse(organisationId, -1)
  }
}

async function takeSlot(db: Context['db'], organisationId: string): Promise<boolean> {
  let isTaken = false
  const used = addUse(organisationId, 1)
  try {
    isTaken =
      used <= MAX_CONCURRENT_RUNS && used + (await countRunning(db, organisationId)) <= MAX_CONCURRENT_RUNS
    return isTaken
  } finally {
    if (!isTaken) addUse(organisationId, -1)
  }
}

function addUse(organisationId: string, change: 1 | -1): number {
  const count = (using.get(organisationId) ?? 0) + change
  if (count === 0) using.delete(organisationId)
  else using.set(organisationId, count)
  return count
}
