import { z } from 'zod'
import { type Context, requirePerson } from '../../../context/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { parseFields } from '../../../kernel/validation/parse-with.ts'
import { FINDING_ANSWER_KINDS, FINDING_ANSWERS } from '../../model/finding-answers.ts'
import { findFinding, findLastRevision, hasLaterDecision, saveAnswer } from '../../rows/review-findings.ts'
import { findSubmissionHead } from '../../rows/submissions.ts'
import { lockSkillSet } from '../../rows/versions.ts'
import { auditMove } from '../review-notices.ts'
import { optionalText, requireActingParty, requireText } from '../review-preconditions.ts'

const fields = z.object({
  kind: z.enum(FINDING_ANSWER_KINDS, 'Choose an answer.'),
  text: z.string().max(100_000).default(''),
})

/**
 * Answers a finding of a decision, or changes the answer. “Fixed” names the revision that fixes it: the last one if it was
 * submitted after the finding, otherwise the next. For owners and admins of the publisher. Throws UNAUTHENTICATED,
 * NOT_FOUND (also before the decision), POLICY_DENIED, INVALID_INPUT (a dispute without words), and CONFLICT once a later
 * revision is decided, because that decision has taken the answers into account.
 */
export async function answerFinding(ctx: Context, findingId: string, form: unknown): Promise<void> {
  requirePerson(ctx)
  const finding = await findFinding(ctx.db, findingId)
  const submission = finding && (await findSubmissionHead(ctx.db, finding.submissionId))
  if (!finding || !submission) throw new AppError('NOT_FOUND')
  const { version, revision } = submission
  const { viewer, canPublish } = await requireActingParty(ctx, version.skillSet.publisher.organisationId)
  if (!canPublish)
    throw new AppError('POLICY_DENIED', { message: 'The publisher answers the findings of a decision.' })
  if (submission.decision === null || submission.decision === 'WITHDRAWN') throw new AppError('NOT_FOUND')
  const { kind, text } = parseFields(fields, form)
  const words = FINDING_ANSWERS[kind].isTextRequired ? requireText(text, 'text') : optionalText(text, 'text')

  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSet.id)
    if (await hasLaterDecision(tx, { versionId: version.id, revision }))
      throw new AppError('CONFLICT', {
        message: 'A later submission of this version has been decided.',
        suggestedAction: 'Answer the findings of that decision.',
      })
    const last = await findLastRevision(tx, version.id)
    await saveAnswer(tx, {
      ...{ findingId: finding.id, kind, text: words },
      revision: kind === 'fixed' ? Math.max(last, revision + 1) : null,
      ...{ answeredById: viewer.userId, answeredByName: viewer.name },
    })
    await auditMove(tx, viewer, 'answer_finding', version, {
      submissionId: submission.id,
      rule: finding.rule,
      answer: kind,
    })
  })
}
