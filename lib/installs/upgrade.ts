/** Moving an organisation to another version or range, newer or older. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin } from '../context.ts'
import { moveInstall } from '../db/installs.ts'
import type { SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { type Agreed, requireConsent } from './consent.ts'
import { type PlannedVersion, planChange } from './plan-change.ts'

/**
 * Moves the install from `fromVersionId`, the version agreed to before, which the change list was read against.
 *
 * Throws what `planChange` throws, POLICY_DENIED for plain members, PRECONDITION_FAILED when new permissions were
 * not agreed to, and CONFLICT when somebody else moved it meanwhile.
 */
export async function upgrade(
  ctx: Context,
  ref: SkillSetRef,
  agreed: Agreed & { fromVersionId: string },
): Promise<PlannedVersion> {
  const viewer = requireOrganisationAdmin(ctx)
  const { plan, place, skillSet, name } = await planChange(ctx, viewer, ref, agreed)
  // Against another version the consents would be others.
  const { from } = plan
  if (from?.id !== agreed.fromVersionId) throw new AppError('CONFLICT')
  requireConsent(plan.consents, agreed)
  await ctx.db.$transaction(async (tx) => {
    const moved = await moveInstall(tx, place, {
      from: { versionId: from.id, range: from.range },
      to: { versionId: plan.to.id, range: plan.range },
    })
    if (!moved) throw new AppError('CONFLICT')
    const consents = plan.consents.map(({ sentence }) => sentence)
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.upgrade',
      subjectType: 'skillset',
      subjectId: skillSet.id,
      subject: `${name} ${plan.to.number}`,
      data: { organisationId: place.organisationId, from: from.number, range: plan.range, consents },
    })
  })
  return plan.to
}
