import { type Context, requireAdmin } from '../../../context/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type ReviewRunRequest, startReviewRun } from '../../../runs/start/start-draft-run.ts'
import type { RunView } from '../../../runs/views/run-view.ts'
import { findSubmission } from '../../rows/submissions.ts'

type TryOutRequest = { submissionId: string } & Omit<ReviewRunRequest, 'skillSetId' | 'document'>

/** Runs a skill of a submission with the reviewer's input, free of charge. For admins. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, and the errors of starting a run. */
export async function trySubmission(
  ctx: Context,
  { submissionId, ...options }: TryOutRequest,
): Promise<RunView> {
  requireAdmin(ctx)
  const submission = await findSubmission(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { document, version } = submission
  const reviewing: Context = { ...ctx, channel: 'review' }
  return (await startReviewRun(reviewing, { ...options, skillSetId: version.skillSet.id, document })).run
}
