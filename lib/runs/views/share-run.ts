import { type Context, requirePerson, requireViewer } from '../../context/context.ts'
import { hashSecretToken, makeSecretToken } from '../../kernel/db/secret-token.ts'
import { AppError } from '../../kernel/errors.ts'
import { isEnded } from '../model/run-states.ts'
import { setDetailsShared } from '../rows/failed-run-rows.ts'
import type { RunWithOwners } from '../rows/run-history.ts'
import { findRunByToken, findShare, insertShare, revokeShareRow } from '../rows/shares.ts'
import { findRunSkill, requireOwnRun, truncateForPage } from './find-own-run.ts'
import type { SharedRun, ShareLine } from './run-view.ts'
import { showRun, showShare } from './show-run.ts'

/**
 * The token is returned only here. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED, and PRECONDITION_FAILED while the
 * run goes on or after its content was deleted.
 */
export async function shareRun(ctx: Context, runId: unknown): Promise<{ token: string; share: ShareLine }> {
  const { userId } = requireViewer(ctx)
  const { row } = await requireOwnRun(ctx, runId)
  if (!isEnded(row.state))
    throw new AppError('PRECONDITION_FAILED', { message: 'Wait until the run has ended, then share it.' })
  if (row.purgedAt)
    throw new AppError('PRECONDITION_FAILED', { message: 'The input and output of this run were deleted.' })
  const { token, tokenHash } = makeSecretToken()
  const share = await insertShare(ctx.db, { runId: row.id, tokenHash, createdById: userId })
  return { token, share: showShare(share) }
}

/** Revokes a link. Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED as `requireOwnRun`. */
export async function revokeShare(ctx: Context, id: unknown): Promise<void> {
  requireViewer(ctx)
  const share = typeof id === 'string' ? await findShare(ctx.db, id) : null
  if (!share) throw new AppError('NOT_FOUND')
  await requireOwnRun(ctx, share.runId)
  await revokeShareRow(ctx.db, share.id)
}

/** Returns what a link shows to anyone. Throws NOT_FOUND for unknown and revoked links. */
export async function getSharedRun(ctx: Pick<Context, 'db'>, token: unknown): Promise<SharedRun> {
  const { run, skill } = await getWholeSharedRun(ctx, token)
  return { run: truncateForPage(run), skill }
}

/** Returns values of any size. Throws as `getSharedRun`. */
export async function getWholeSharedRun(ctx: Pick<Context, 'db'>, token: unknown): Promise<SharedRun> {
  const row = typeof token === 'string' ? await findRunByToken(ctx.db, hashSecretToken(token)) : null
  if (!row) throw new AppError('NOT_FOUND', { message: 'This link does not exist, or was revoked.' })
  const { skillName, versionNumber, mode, state, input, output, error, durationMs, createdAtMs, endedAtMs } =
    showRun(row)
  return {
    run: { skillName, versionNumber, mode, state, input, output, error, durationMs, createdAtMs, endedAtMs },
    skill: await findRunSkill(ctx.db, row),
  }
}

/** Returns null if the publisher sees the details anyway. */
export function findOutsidePublisher({ mode, skillSet, organisationId }: RunWithOwners): string | null {
  const isOutside = skillSet !== null && skillSet.publisher.organisationId !== organisationId
  return isOutside && mode === 'production' ? skillSet.publisher.handle : null
}

/**
 * Stops sharing if `share` is false. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for keys and for members who
 * may only read the run, and PRECONDITION_FAILED if there is nothing to share.
 */
export async function shareFailure(
  ctx: Context,
  id: unknown,
  share: boolean,
): Promise<{ sharedAtMs: number | null }> {
  requirePerson(ctx)
  const { row } = await requireOwnRun(ctx, id)
  const hasFailed = row.state === 'failed' || row.state === 'timed_out'
  if (!hasFailed || row.purgedAt !== null || findOutsidePublisher(row) === null)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Only the details of a failed run of another publisher’s skill can be shared.',
    })
  const at = new Date()
  await setDetailsShared(ctx.db, row.id, { by: share ? requireViewer(ctx).userId : null, at })
  return { sharedAtMs: share ? at.getTime() : null }
}
