/** Installing: an organisation pins the version it will run. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin } from '../context.ts'
import { insertInstall } from '../db/installs.ts'
import type { SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { type Agreed, requireConsent } from './consent.ts'
import { type PlannedVersion, planChange } from './plan-change.ts'

/**
 * Pins a version for the viewer's organisation.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members and for versions that were taken down, NOT_FOUND,
 * PRECONDITION_FAILED when permissions were not agreed to, CONFLICT when it is installed already.
 */
export async function install(ctx: Context, ref: SkillSetRef, agreed: Agreed): Promise<PlannedVersion> {
  const viewer = requireOrganisationAdmin(ctx)
  const { plan, place, skillSet, name } = await planChange(ctx, viewer, ref, agreed.versionId)
  requireConsent(plan.consents, agreed)
  await ctx.db.$transaction(async (tx) => {
    const isNew = await insertInstall(tx, { ...place, versionId: plan.to.id, installedById: viewer.userId })
    if (!isNew) throw new AppError('CONFLICT', { message: `${skillSet.name} is installed already.` })
    const consents = plan.consents.map(({ sentence }) => sentence)
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.add',
      subjectType: 'skillset',
      subjectId: skillSet.id,
      subject: `${name} ${plan.to.number}`,
      data: { organisationId: place.organisationId, consents },
    })
  })
  return plan.to
}
