/** Uninstalling, with or without what was set. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin } from '../context.ts'
import { deleteConfigValues } from '../db/config-values.ts'
import { deleteInstall, findInstall } from '../db/installs.ts'
import { findVisible, type SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'

/**
 * Removes the pin, and with `config: 'delete'` every value and secret the organisation had set for the SkillSet.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members, NOT_FOUND when it is not installed.
 */
export async function uninstall(
  ctx: Context,
  ref: SkillSetRef,
  { config }: { config: 'keep' | 'delete' },
): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  const visible = await findVisible(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const place = { organisationId: viewer.organisationId, skillSetId: visible.skillSet.id }
  await ctx.db.$transaction(async (tx) => {
    const installed = await findInstall(tx, place)
    if (!installed || !(await deleteInstall(tx, place))) throw notInstalled(visible.skillSet.name)
    if (config === 'delete') await deleteConfigValues(tx, place, 'all')
    await recordAudit(tx, {
      actor: viewer,
      action: 'install.remove',
      subjectType: 'skillset',
      subjectId: place.skillSetId,
      subject: `${ref.publisher}.${ref.skillset} ${installed.number}`,
      data: { organisationId: place.organisationId, config },
    })
  })
}

/** Deletes what was set for a SkillSet that is not installed (any more). Throws as `uninstall` does. */
export async function forgetConfig(ctx: Context, ref: SkillSetRef): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  const visible = await findVisible(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  const place = { organisationId: viewer.organisationId, skillSetId: visible.skillSet.id }
  await ctx.db.$transaction(async (tx) => {
    await deleteConfigValues(tx, place, 'all')
    await recordAudit(tx, {
      actor: viewer,
      action: 'config.delete',
      subjectType: 'skillset',
      subjectId: place.skillSetId,
      subject: `${ref.publisher}.${ref.skillset}`,
      data: { organisationId: place.organisationId },
    })
  })
}

function notInstalled(name: string): AppError {
  return new AppError('NOT_FOUND', { message: `${name} is not installed.` })
}
