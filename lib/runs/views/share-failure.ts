import { type Context, requirePerson, requireViewer } from '../../context/context.ts'
import { setDetailsShared } from '../../db/runs/failed-run-rows.ts'
import type { RunWithOwners } from '../../db/runs/run-history.ts'
import { AppError } from '../../errors.ts'
import { requireOwnRun } from './find-own-run.ts'

/** Null if the publisher sees the details anyway. */
export function outsidePublisherOf({ mode, skillSet, organisationId }: RunWithOwners): string | null {
  const isOutside = skillSet !== null && skillSet.publisher.organisationId !== organisationId
  return isOutside && mode === 'production' ? skillSet.publisher.handle : null
}

/**
 * `share` false stops it. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for keys and for members who may only read
 * the run, and PRECONDITION_FAILED if there is nothing to share.
 */
export async function shareFailure(
  ctx: Context,
  id: unknown,
  share: boolean,
): Promise<{ sharedAtMs: number | null }> {
  requirePerson(ctx)
  const { row } = await requireOwnRun(ctx, id)
  const hasFailed = row.state === 'failed' || row.state === 'timed_out'
  if (!hasFailed || row.purgedAt !== null || outsidePublisherOf(row) === null)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Only the details of a failed run of another publisher’s skill can be shared.',
    })
  const at = new Date()
  await setDetailsShared(ctx.db, row.id, { by: share ? requireViewer(ctx).userId : null, at })
  return { sharedAtMs: share ? at.getTime() : null }
}
