import { recordAudit } from '../../../audit/audit-log.ts'
import { openForReviewer, type TestedDraft } from '../../../config/test-config.ts'
import { type Context, requireAdmin, type Viewer } from '../../../context/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type ReviewRunRequest, startReviewRun } from '../../../runs/start/start-draft-run.ts'
import type { RunView } from '../../../runs/views/run-view.ts'
import { findSubmission, type StoredSubmission } from '../../rows/submissions.ts'

type TryOutRequest = { submissionId: string } & Omit<ReviewRunRequest, 'skillSetId' | 'document'>

/**
 * Runs a skill of a submission with the reviewer's input, free of charge. For admins. Uses the test settings that the
 * publisher allows reviewers to use, except where the reviewer gives a value. Throws UNAUTHENTICATED, POLICY_DENIED,
 * NOT_FOUND, and the errors of starting a run.
 */
export async function trySubmission(
  ctx: Context,
  { submissionId, ...options }: TryOutRequest,
): Promise<RunView> {
  const viewer = requireAdmin(ctx)
  const submission = await findSubmission(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { document, version } = submission
  const given = options.config ?? {}
  const stored = await openForReviewer(ctx.db, testedSubmission(submission))
  const used = Object.keys(stored).filter((key) => given[key] === undefined)
  const reviewing: Context = { ...ctx, channel: 'review' }
  const config = { ...stored, ...given }
  const request = { ...options, config, skillSetId: version.skillSet.id, document }
  if (used.length > 0) await auditUse(ctx, viewer, submission, used)
  return (await startReviewRun(reviewing, request)).run
}

export function testedSubmission({ version: { skillSet }, document }: StoredSubmission): TestedDraft {
  return { skillSetId: skillSet.id, organisationId: skillSet.publisher.organisationId, document }
}

function auditUse(
  { db }: Context,
  viewer: Viewer,
  { id, version: { skillSet, number } }: StoredSubmission,
  keys: string[],
): Promise<void> {
  return db.$transaction((tx) =>
    recordAudit(tx, {
      actor: viewer,
      action: 'test_config.use',
      subjectType: 'skill_set',
      subjectId: skillSet.id,
      subject: `${skillSet.publisher.handle}.${skillSet.slug} ${number}`,
      data: { submissionId: id, keys },
    }),
  )
}
