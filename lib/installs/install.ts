/** Installing: an organisation pins the version it will run, or the range it will follow. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin } from '../context.ts'
import { insertInstall } from '../db/installs.ts'
import type { SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { type Agreed, requireConsent } from './consent.ts'
import { type PlannedVersion, planChange } from './plan-change.ts'

/**
 * Installs a version, or a range that begins with it, for the viewer's organisation.
 *
 * Throws what `planChange` throws, POLICY_DENIED for plain members, PRECONDITION_FAILED when permissions were not
 * agreed to, and CONFLICT when it is installed already.
 */
export async function install(ctx: Context, ref: SkillSetRef, agreed: Agreed): Promise<PlannedVersion> {
  const viewer = requireOrganisationAdmin(ctx)
  const { plan, place, skillSet, name } = await planChange(ctx, viewer, ref, agreed)
  requireConsent(plan.consents, agreed)
  await ctx.db.$transaction(async (tx) => {
    const isNew = await insertInstall(tx, {
      ...place,
      versionId: plan.to.id,
      range: plan.range,
      installedById: viewer.userId,
    })
    if (!isNew) throw new AppError('CONFLICT', { message: `${skillSet.name} is installed already.` })
    const consents = plan.consents.map(({ sentence }) => sentence)
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.add',
      subjectType: 'skillset',
      subjectId: skillSet.id,
      subject: `${name} ${plan.to.number}`,
      data: { organisationId: place.organisationId, range: plan.range, consents },
    })
  })
  return plan.to
}
