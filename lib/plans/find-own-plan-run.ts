/** A plan run of the caller's own organisation, and what the caller may do with it. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { findRole } from '../db/member-role.ts'
import { findPlanRun, type PlanRunRow } from '../db/plan-runs.ts'
import { AppError } from '../errors.ts'
import { actFor } from '../execution/act-for.ts'

export type OwnPlanRun = {
  row: PlanRunRow
  /** Started it, or owns or administers the organisation. */
  canManage: boolean
}

/**
 * Any member of the organisation may read it, whichever organisation they act for; with a key, only the key's own.
 * Throws UNAUTHENTICATED, and NOT_FOUND for those of others.
 */
export async function findOwnPlanRun(ctx: Context, id: unknown): Promise<OwnPlanRun> {
  const viewer = requireViewer(ctx)
  const row = typeof id === 'string' && /^plan_[\w-]{1,64}$/.test(id) ? await findPlanRun(ctx.db, id) : null
  const isBeyondKey = ctx.keyId !== undefined && row?.organisationId !== viewer.organisationId
  const { userId } = viewer
  const role = row && !isBeyondKey && (await findRole(ctx.db, { userId, organisationId: row.organisationId }))
  if (!row || !role)
    throw new AppError('NOT_FOUND', {
      message: 'There is no such plan run, or it is not yours to see.',
      suggestedAction: 'Check its id, and whether you act for the organisation that started it.',
    })
  return { row, canManage: row.userId === userId || role !== 'MEMBER' }
}

/** The same, for changing it. Throws POLICY_DENIED for members who only may read. */
export async function requireOwnPlanRun(ctx: Context, id: unknown): Promise<OwnPlanRun> {
  const own = await findOwnPlanRun(ctx, id)
  if (!own.canManage) {
    const message = 'Only the person who started this plan, and admins of the organisation, can do this.'
    throw new AppError('POLICY_DENIED', { message })
  }
  return own
}

/**
 * The caller, acting for the organisation that the plan run is of: whatever is done with it is that one's to pay, in its
 * vault and by its policy. A key never acts for another one, see above. Throws UNAUTHENTICATED.
 */
export async function actForPlanRun(
  ctx: Context,
  { organisationId }: Pick<PlanRunRow, 'organisationId'>,
): Promise<Context> {
  const viewer = requireViewer(ctx)
  if (viewer.organisationId === organisationId) return ctx
  const { userId } = viewer
  return { ...ctx, viewer: (await actFor(ctx.db, { userId, organisationId, keyId: null }, 'plan')).viewer }
}
