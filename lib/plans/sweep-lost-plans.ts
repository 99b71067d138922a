/** Plan runs that no worker will come back to, so that none stays "running" for ever. Floor 3. */
import type { Context } from '../context.ts'
import { changePlanRun, findPlanRun, listOpenPlanRuns } from '../db/plan-runs.ts'
import { ERRORS, type PublicError } from '../errors.ts'
import { logFault, newReference } from '../execution/log-fault.ts'
import { announcePlan } from './plan-announcements.ts'

/** What has only just been started is the engine's to find. */
const OLD_ENOUGH_MS = 60_000

const LOST: PublicError = {
  code: 'INTERNAL_ERROR',
  message: `${ERRORS.INTERNAL_ERROR.message} The plan could not be worked off.`,
  recoverable: false,
  suggested_action: 'Resume it: what is done stays done.',
}

/** Ends those that `isGivenUp` says the engine has given up; returns how many. */
export async function sweepLostPlans(
  db: Context['db'],
  isGivenUp: (ids: string[]) => Promise<string[]>,
  now = Date.now(),
): Promise<number> {
  const open = await listOpenPlanRuns(db, new Date(now - OLD_ENOUGH_MS))
  const lost = open.length > 0 ? await isGivenUp(open) : []
  for (const id of lost) {
    const row = await findPlanRun(db, id)
    const error = { ...LOST, reference: newReference() }
    const ended = { state: 'failed', endedAt: new Date(now), restingUntil: null, error } as const
    if (!row || !(await changePlanRun(db, id, ['queued', 'running'], ended))) continue
    logFault('The engine gave it up.', 'a plan was lost', { reference: error.reference, planRunId: id })
    await announcePlan(db, { planRunId: id, organisationId: row.organisationId, what: 'moved' })
  }
  return lost.length
}
