/** A run of the caller's own organisation, and what the caller may do with it. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { findRole } from '../db/member-role.ts'
import { isMember } from '../db/published.ts'
import { findRun, type RunWithOwners } from '../db/run-history.ts'
import { AppError } from '../errors.ts'

export type OwnRun = {
  row: RunWithOwners
  /** Made it, or owns or administers the organisation. */
  canManage: boolean
  /** Belongs to the skill's publisher, or sent the code, and may see the details of a failure. */
  isPublisher: boolean
}

/**
 * Finds a run that the caller may read: any member of the organisation it was made in, whichever organisation
 * they act for at the moment; with a key, only runs of the key's organisation. Throws UNAUTHENTICATED, and NOT_FOUND for the runs of others.
 */
export async function findOwnRun(ctx: Context, id: unknown): Promise<OwnRun> {
  const viewer = requireViewer(ctx)
  const row = typeof id === 'string' ? await findRun(ctx.db, id) : null
  const isBeyondKey = ctx.keyId !== undefined && row?.organisationId !== viewer.organisationId
  const role =
    row &&
    !isBeyondKey &&
    (await findRole(ctx.db, { userId: viewer.userId, organisationId: row.organisationId }))
  if (!row || !role)
    throw new AppError('NOT_FOUND', {
      message: 'There is no such run, or it is not yours to see.',
      suggestedAction: 'Check the run’s id, and whether you act for the organisation that made it.',
    })
  const isMaker = row.userId === viewer.userId
  return {
    row,
    canManage: isMaker || role !== 'MEMBER',
    isPublisher: row.skillSet
      ? await isMember(ctx.db, {
          userId: viewer.userId,
          organisationId: row.skillSet.publisher.organisationId,
        })
      : isMaker,
  }
}

/** The same, for changing it. Throws POLICY_DENIED for members who only may read. */
export async function requireOwnRun(ctx: Context, id: unknown): Promise<OwnRun> {
  const own = await findOwnRun(ctx, id)
  if (!own.canManage) {
    const message = 'Only the person who started this run, and admins of the organisation, can do this.'
    throw new AppError('POLICY_DENIED', { message })
  }
  return own
}
