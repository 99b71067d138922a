import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError, type PublicError, toPublicError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNotice } from '../notices/send-notice.ts'
import type { AutomationRunState } from './model/automation-trigger.ts'
import { lockAutomation, updateAutomation } from './rows/automation-rows.ts'
import {
  deleteAutomationRunsBefore,
  listEndedAutomationRuns,
  listStuckAutomationRuns,
  moveAutomationRun,
} from './rows/automation-run-rows.ts'

/** The failure after which an automation pauses itself. */
export const MAX_FAILURES_IN_ROW = 5

const BATCH = 100
/** The workflow engine has given up before: it retries for a shorter time. */
const STUCK_MS = 60 * 60_000
export const AUTOMATION_RUN_DAYS = 180
const RETENTION_MS = AUTOMATION_RUN_DAYS * 86_400_000

type End = { state: 'succeeded' | 'failed' | 'cancelled'; error?: PublicError }

/**
 * Ends an occurrence; does nothing if its state is not `from`, because another worker ended it. The first failure in a
 * row notifies its creator, and the last one also pauses the automation.
 */
export async function endAutomationRun(
  db: Database,
  { id, automationId, from }: { id: string; automationId: string; from: AutomationRunState },
  { state, error }: End,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const automation = await lockAutomation(tx, automationId)
    const isMoved = await moveAutomationRun(
      tx,
      { id, from },
      { state, endedAt: new Date(), ...(error && { error }) },
    )
    if (!automation || !isMoved || state === 'cancelled') return
    if (state === 'succeeded') {
      if (automation.failuresInRow > 0) await updateAutomation(tx, { id: automationId }, { failuresInRow: 0 })
      return
    }
    await countFailure(tx, automation, error)
  })
}

type Failing = { id: string; userId: string; title: string; failuresInRow: number; pausedAt: Date | null }

async function countFailure(tx: Tx, automation: Failing, error: PublicError | undefined): Promise<void> {
  const { id, userId, title, pausedAt } = automation
  const failuresInRow = automation.failuresInRow + 1
  const reason = error?.message ?? 'The run failed.'
  const isHopeless = failuresInRow >= MAX_FAILURES_IN_ROW && pausedAt === null
  const paused = isHopeless && {
    pausedAt: new Date(),
    pauseReason: `${MAX_FAILURES_IN_ROW} runs in a row failed. The last one: ${reason}`,
    nextAt: null,
  }
  await updateAutomation(tx, { id }, { failuresInRow, ...paused })
  const href = paths.automation(id)
  if (isHopeless)
    await sendNotice(tx, [userId], {
      kind: 'automation.paused',
      title: `${title} is paused`,
      body: `${MAX_FAILURES_IN_ROW} runs in a row failed. Fix the problem, then resume it. The last failure: ${reason}`,
      href,
    })
  else if (failuresInRow === 1)
    await sendNotice(tx, [userId], {
      kind: 'automation.failed',
      title: `${title} failed`,
      body: reason,
      href,
    })
}

const END_STATES: Record<string, End['state']> = {
  succeeded: 'succeeded',
  partial: 'succeeded',
  cancelled: 'cancelled',
}

/** Ends the occurrences whose runs have ended, and fails those that are stuck. Several workers may call it at once. */
export async function endFinishedAutomationRuns(db: Database): Promise<void> {
  for (const { id, automationId, runState, error } of await listEndedAutomationRuns(db, BATCH)) {
    // A deleted run counts neither as a failure nor against one.
    const state = runState === null ? 'cancelled' : (END_STATES[runState] ?? 'failed')
    await endAutomationRun(db, { id, automationId, from: 'started' }, { state, ...(error && { error }) })
  }
  const before = new Date(Date.now() - STUCK_MS)
  for (const run of await listStuckAutomationRuns(db, { before, take: BATCH })) {
    const error = toPublicError(new AppError('INTERNAL_ERROR'))
    await endAutomationRun(db, { ...run, from: 'starting' }, { state: 'failed', error })
  }
}

export function deleteOldAutomationRuns(db: Database, now = Date.now()): Promise<number> {
  return deleteAutomationRunsBefore(db, new Date(now - RETENTION_MS))
}
