/** Where a SkillSet stands with the review desk, as its publisher sees it. Floor 3. */
import type { Context } from '../context.ts'
import { findSkillSetById } from '../db/published.ts'
import { countAhead, countWaiting, findLastSubmission, type SubmissionHead } from '../db/submissions.ts'
import { findNames } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { decisionOf, peopleOf } from './get-queue.ts'
import { requireParty } from './parties.ts'
import type { Standing } from './views.ts'

/**
 * The last submission of the SkillSet and what became of it.
 *
 * Throws UNAUTHENTICATED, and NOT_FOUND for strangers.
 */
export async function getStanding(ctx: Context, skillSetId: string): Promise<Standing> {
  const skillSet = await findSkillSetById(ctx.db, skillSetId)
  if (!skillSet) throw new AppError('NOT_FOUND')
  await requireParty(ctx, skillSet.publisher.organisationId)

  const last = await findLastSubmission(ctx.db, skillSetId)
  if (!last) return { state: null, versionNumber: null, submissionId: null, place: null, decision: null }
  const names = await findNames(ctx.db, peopleOf(last))
  return {
    state: last.version.state,
    versionNumber: last.version.number,
    submissionId: last.id,
    place: await placeOf(ctx, last),
    decision: decisionOf(last, names),
  }
}

/** Its place in the queue, 1 being next; null once it is decided. */
export async function placeOf(ctx: Context, submission: SubmissionHead): Promise<Standing['place']> {
  if (submission.decision) return null
  const [ahead, waiting] = await Promise.all([countAhead(ctx.db, submission), countWaiting(ctx.db)])
  return { position: ahead + 1, of: waiting }
}
