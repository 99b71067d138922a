import { type Context, isLimitedKey, requireScope, requireViewer } from '../context/context.ts'
import { type AutomationWithParts, findAutomation } from '../db/automations/automation-rows.ts'
import { AppError } from '../errors.ts'
import { parseFields } from '../validation/parse-with.ts'
import { IdField } from '../validation/text-fields.ts'

export type OwnAutomation = {
  row: AutomationWithParts
  /** The caller created it, or is an owner or admin of the organisation. */
  canManage: boolean
}

/** A limited key sees only the automations that it created. */
export function isVisible(ctx: Context, { keyId }: Pick<AutomationWithParts, 'keyId'>): boolean {
  return !isLimitedKey(ctx) || keyId === ctx.keyId
}

export function canManage(ctx: Context, { userId }: Pick<AutomationWithParts, 'userId'>): boolean {
  const viewer = requireViewer(ctx)
  return userId === viewer.userId || viewer.organisationRole !== 'MEMBER'
}

/** Any member may see it. Throws UNAUTHENTICATED, POLICY_DENIED for a key without access, NOT_FOUND for others. */
export async function findOwnAutomation(ctx: Context, id: unknown): Promise<OwnAutomation> {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read', 'run')
  const row = await findAutomation(ctx.db, { id: parseFields(IdField, id), organisationId })
  if (!row || !isVisible(ctx, row))
    throw new AppError('NOT_FOUND', {
      message: 'This automation does not exist, or you do not have access to it.',
      suggestedAction: 'Check whether you are working in the organisation that owns it.',
    })
  return { row, canManage: canManage(ctx, row) }
}

/** Like `findOwnAutomation`, for changes. Throws POLICY_DENIED for members who may only see it. */
export async function requireOwnAutomation(ctx: Context, id: unknown): Promise<AutomationWithParts> {
  requireScope(ctx, 'run')
  const own = await findOwnAutomation(ctx, id)
  if (own.canManage) return own.row
  throw new AppError('POLICY_DENIED', {
    message: 'Only the person who created this automation and admins of the organisation can change it.',
  })
}

/**
 * Like `requireOwnAutomation`, for starting its runs. A key starts only automations that it created or changed last: the
 * runs of others act without its scopes and its daily cap. Throws POLICY_DENIED.
 */
export async function requireStartable(ctx: Context, id: unknown): Promise<AutomationWithParts> {
  const row = await requireOwnAutomation(ctx, id)
  if (ctx.keyId === undefined || row.keyId === ctx.keyId) return row
  throw new AppError('POLICY_DENIED', {
    message: 'An API key can only start automations that it created.',
    suggestedAction: 'Start it on its page, or create an automation with this key.',
  })
}
