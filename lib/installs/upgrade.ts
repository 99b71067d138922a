/** Moving an organisation's pin to another version, newer or older. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin } from '../context.ts'
import { moveInstall } from '../db/installs.ts'
import type { SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { type Agreed, requireConsent } from './consent.ts'
import { type PlannedVersion, planChange } from './plan-change.ts'

/**
 * Moves the pin from `fromVersionId`, which the change list was read against.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members and for versions that were taken down, NOT_FOUND,
 * PRECONDITION_FAILED when new permissions were not agreed to, CONFLICT when somebody else moved it meanwhile.
 */
export async function upgrade(
  ctx: Context,
  ref: SkillSetRef,
  agreed: Agreed & { fromVersionId: string },
): Promise<PlannedVersion> {
  const viewer = requireOrganisationAdmin(ctx)
  const { plan, place, skillSet, name } = await planChange(ctx, viewer, ref, agreed.versionId)
  // Against another version the consents would be others.
  if (plan.from?.id !== agreed.fromVersionId) throw new AppError('CONFLICT')
  requireConsent(plan.consents, agreed)
  await ctx.db.$transaction(async (tx) => {
    const moved = await moveInstall(tx, place, { from: agreed.fromVersionId, to: plan.to.id })
    if (!moved) throw new AppError('CONFLICT')
    const consents = plan.consents.map(({ sentence }) => sentence)
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.upgrade',
      subjectType: 'skillset',
      subjectId: skillSet.id,
      subject: `${name} ${plan.to.number}`,
      data: { organisationId: place.organisationId, from: plan.from?.number ?? null, consents },
    })
  })
  return plan.to
}
