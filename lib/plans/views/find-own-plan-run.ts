import { type Context, isLimitedKey, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { createRunContext } from '../../runs/resolve/create-run-context.ts'
import { findPlanRun, type PlanRunRow } from '../rows/plan-runs.ts'

export type OwnPlanRun = {
  row: PlanRunRow
  /** True for the starter, and owners and admins of the organisation. */
  canManage: boolean
}

/**
 * Returns a plan run that the caller may read: members of its organisation, and a limited key only if it started the plan run,
 * since a plan may call anything. Throws UNAUTHENTICATED, NOT_FOUND.
 */
export async function findOwnPlanRun(ctx: Context, id: unknown): Promise<OwnPlanRun> {
  const viewer = requireViewer(ctx)
  const row = typeof id === 'string' && /^plan_[\w-]{1,64}$/.test(id) ? await findPlanRun(ctx.db, id) : null
  const isOwn = !isLimitedKey(ctx) || row?.keyId === ctx.keyId
  const isBeyondKey = ctx.keyId !== undefined && (row?.organisationId !== viewer.organisationId || !isOwn)
  const { userId } = viewer
  const role = row && !isBeyondKey && (await findRole(ctx.db, { userId, organisationId: row.organisationId }))
  if (!row || !role)
    throw new AppError('NOT_FOUND', {
      message: 'This plan run does not exist, or you do not have access to it.',
      suggestedAction: 'Check the ID and whether you are in the organisation that started it.',
    })
  return { row, canManage: row.userId === userId || role !== 'MEMBER' }
}

/** Returns a plan run that the caller may change. Throws as `findOwnPlanRun`, and POLICY_DENIED for members who may only read. */
export async function requireOwnPlanRun(ctx: Context, id: unknown): Promise<OwnPlanRun> {
  const own = await findOwnPlanRun(ctx, id)
  if (!own.canManage) {
    const message = 'Only the person who started this plan and admins of the organisation can do this.'
    throw new AppError('POLICY_DENIED', { message })
  }
  return own
}

/**
 * Returns a context in the plan run's organisation, so that its wallet, vault and policy apply. Throws UNAUTHENTICATED.
 */
export async function actForPlanRun(
  ctx: Context,
  { organisationId }: Pick<PlanRunRow, 'organisationId'>,
): Promise<Context> {
  const { userId } = requireViewer(ctx)
  const record = { userId, organisationId, keyId: ctx.keyId ?? null }
  return createRunContext(ctx, record, { channel: ctx.channel, what: 'plan' })
}
