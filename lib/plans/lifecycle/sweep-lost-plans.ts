import type { Context } from '../../context/context.ts'
import { ERRORS, type PublicError } from '../../kernel/errors.ts'
import { logFault, newReference } from '../../kernel/logging/log.ts'
import { notifyPlanRun } from '../../runs/queue/run-notifications.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import { sendPlanNotice } from '../perform/perform-plan.ts'
import { changePlanRun, findPlanRun, listOpenPlanRuns } from '../rows/plan-runs.ts'

/** A younger plan run may not have reached the engine yet, and so not be lost. */
const MIN_AGE_MS = 60_000

const LOST: PublicError = {
  code: 'INTERNAL_ERROR',
  message: `${ERRORS.INTERNAL_ERROR.message} The plan could not be completed.`,
  recoverable: false,
  suggested_action: 'Resume the plan. Finished steps are not run again.',
}

/** Fails the plan runs that no worker will continue, as `listAbandoned` reports, and returns how many. */
export async function sweepLostPlans(
  db: Context['db'],
  listAbandoned: (ids: string[]) => Promise<string[]>,
  now = Date.now(),
): Promise<number> {
  const open = await listOpenPlanRuns(db, new Date(now - MIN_AGE_MS))
  const lost = open.length > 0 ? await listAbandoned(open) : []
  for (const id of lost) {
    const row = await findPlanRun(db, id)
    const error = { ...LOST, reference: newReference() }
    const ended = { state: 'failed', endedAt: new Date(now), waitingUntil: null, error } as const
    if (!row) continue
    const isEnded = await db.$transaction(async (tx) => {
      const isMoved = await changePlanRun(tx, id, ['queued', 'running'], ended)
      if (isMoved)
        await sendPlanNotice(tx, {
          ...row,
          state: 'failed',
          goal: (row.document as PlanDocument).goal,
          error,
        })
      return isMoved
    })
    if (!isEnded) continue
    logFault('No worker will continue it.', 'a plan was lost', { reference: error.reference, planRunId: id })
    await notifyPlanRun(db, { planRunId: id, organisationId: row.organisationId, kind: 'moved' })
  }
  return lost.length
}
