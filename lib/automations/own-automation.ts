import { type Context, isLimitedKey, requireScope, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField } from '../kernel/validation/text-fields.ts'
import { type AutomationWithParts, findAutomation } from './rows/automation-rows.ts'

type OwnAutomation = {
  row: AutomationWithParts
  /** True for the creator, owners and admins. */
  canManage: boolean
}

/** Returns whether the viewer may see it. A key that is limited to some skills sees only what it created. */
export function isVisible(ctx: Context, { keyId }: Pick<AutomationWithParts, 'keyId'>): boolean {
  return !isLimitedKey(ctx) || keyId === ctx.keyId
}

export function canManage(ctx: Context, { userId }: Pick<AutomationWithParts, 'userId'>): boolean {
  const viewer = requireViewer(ctx)
  return userId === viewer.userId || viewer.organisationRole !== 'MEMBER'
}

/**
 * Returns an automation of the organisation, which every member may see. Throws UNAUTHENTICATED, NOT_FOUND, and
 * POLICY_DENIED for a key without access.
 */
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

/**
 * Returns an automation that the viewer may change. Throws the errors of `findOwnAutomation`, and POLICY_DENIED for
 * members who may only see it.
 */
export async function requireOwnAutomation(ctx: Context, id: unknown): Promise<AutomationWithParts> {
  requireScope(ctx, 'run')
  const own = await findOwnAutomation(ctx, id)
  if (own.canManage) return own.row
  throw new AppError('POLICY_DENIED', {
    message: 'Only the person who created this automation and admins of the organisation can change it.',
  })
}

/**
 * Returns an automation that the viewer may start. A key may start those that it created or changed last, because the
 * others act without its scopes and daily cap. Throws POLICY_DENIED, and the errors of `requireOwnAutomation`.
 */
export async function requireStartable(ctx: Context, id: unknown): Promise<AutomationWithParts> {
  const row = await requireOwnAutomation(ctx, id)
  if (ctx.keyId === undefined || row.keyId === ctx.keyId) return row
  throw new AppError('POLICY_DENIED', {
    message: 'An API key can only start automations that it created or changed last.',
    suggestedAction: 'Start it on its page, or create an automation with this key.',
  })
}
