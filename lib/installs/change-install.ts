import { recordAudit } from '../audit/audit-log.ts'
import { deleteConfigValues } from '../config/rows/config-value-rows.ts'
import { type Context, requireOrganisationAdmin } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { findVisibleSkillSet, type SkillSetRef } from '../publishing/rows/published-versions.ts'
import { type PlannedVersion, planInstallChange } from './plan-install-change.ts'
import { deleteInstall, findInstall, insertInstall, moveInstall } from './rows/installs.ts'
import { type ConsentedChoice, requireConsent } from './version-terms.ts'

/**
 * Installs a SkillSet. Throws the errors of `planInstallChange`, POLICY_DENIED for plain members, PRECONDITION_FAILED
 * without
 * consent to permissions, and CONFLICT if it is already installed.
 */
export async function install(
  ctx: Context,
  ref: SkillSetRef,
  agreed: ConsentedChoice,
): Promise<PlannedVersion> {
  const viewer = requireOrganisationAdmin(ctx)
  const { plan, installKey, skillSet, name } = await planInstallChange(ctx, viewer, ref, agreed)
  requireConsent(plan.consents, agreed)
  await ctx.db.$transaction(async (tx) => {
    const isNew = await insertInstall(tx, {
      ...installKey,
      versionId: plan.to.id,
      range: plan.range,
      installedById: viewer.userId,
    })
    if (!isNew) throw new AppError('CONFLICT', { message: `${skillSet.name} is already installed.` })
    const consents = plan.consents.map(({ sentence }) => sentence)
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.add',
      subjectType: 'skill_set',
      subjectId: skillSet.id,
      subject: `${name} ${plan.to.number}`,
      data: { organisationId: installKey.organisationId, range: plan.range, consents },
    })
  })
  return plan.to
}

/**
 * Moves an install to another version. `fromVersionId` is the version from which the person was shown the changes.
 * Throws the errors of `planInstallChange`, POLICY_DENIED for
 * plain members, PRECONDITION_FAILED without consent to new permissions, and CONFLICT if it was moved in the meantime.
 */
export async function upgrade(
  ctx: Context,
  ref: SkillSetRef,
  agreed: ConsentedChoice & { fromVersionId: string },
): Promise<PlannedVersion> {
  const viewer = requireOrganisationAdmin(ctx)
  const { plan, installKey, skillSet, name } = await planInstallChange(ctx, viewer, ref, agreed)
  // What needs consent depends on the installed version, so it must be the one whose changes were shown.
  const { from } = plan
  if (from?.id !== agreed.fromVersionId) throw installChangedError(skillSet.name)
  requireConsent(plan.consents, agreed)
  await ctx.db.$transaction(async (tx) => {
    const moved = await moveInstall(tx, installKey, {
      from: { versionId: from.id, range: from.range },
      to: { versionId: plan.to.id, range: plan.range },
    })
    if (!moved) throw installChangedError(skillSet.name)
    const consents = plan.consents.map(({ sentence }) => sentence)
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.upgrade',
      subjectType: 'skill_set',
      subjectId: skillSet.id,
      subject: `${name} ${plan.to.number}`,
      data: { organisationId: installKey.organisationId, from: from.number, range: plan.range, consents },
    })
  })
  return plan.to
}

/**
 * Uninstalls a SkillSet; `config: 'delete'` deletes its config and secrets, too. Throws UNAUTHENTICATED, POLICY_DENIED
 * for plain members, NOT_FOUND if it
 * is not installed.
 */
export async function uninstall(
  ctx: Context,
  ref: SkillSetRef,
  { config }: { config: 'keep' | 'delete' },
): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  const visible = await findVisibleSkillSet(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const installKey = { organisationId: viewer.organisationId, skillSetId: visible.skillSet.id }
  await ctx.db.$transaction(async (tx) => {
    const installed = await findInstall(tx, installKey)
    if (!installed || !(await deleteInstall(tx, installKey))) throw notInstalled(visible.skillSet.name)
    if (config === 'delete') await deleteConfigValues(tx, installKey, 'all')
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.remove',
      subjectType: 'skill_set',
      subjectId: installKey.skillSetId,
      subject: `${ref.publisher}.${ref.skillset} ${installed.number}`,
      data: { organisationId: installKey.organisationId, config },
    })
  })
}

/** Deletes the settings left after an uninstall. Throws as `uninstall`. */
export async function deleteStoredConfig(ctx: Context, ref: SkillSetRef): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  const visible = await findVisibleSkillSet(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const installKey = { organisationId: viewer.organisationId, skillSetId: visible.skillSet.id }
  await ctx.db.$transaction(async (tx) => {
    await deleteConfigValues(tx, installKey, 'all')
    await recordAudit(tx, {
      actor: viewer,
      action: 'config.delete',
      subjectType: 'skill_set',
      subjectId: installKey.skillSetId,
      subject: `${ref.publisher}.${ref.skillset}`,
      data: { organisationId: installKey.organisationId },
    })
  })
}

function notInstalled(name: string): AppError {
  return new AppError('NOT_FOUND', { message: `${name} is not installed.` })
}

function installChangedError(name: string): AppError {
  return new AppError('CONFLICT', {
    message: `Another admin has changed the installation of ${name} since you opened this page.`,
    suggestedAction: 'Reload the page to see which version is installed, then review the changes again.',
  })
}
