import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireOrganisationAdmin } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import {
  findVisibleSkillSet,
  type SkillSetRef,
  withoutHidden,
} from '../publishing/rows/published-versions.ts'
import { offerVersions } from './offer-versions.ts'
import { insertTakenVersion, readVersionReader } from './rows/version-readers.ts'

const MAX_REASON_CHARS = 1_000

/**
 * Gives the viewer's organisation a version that its age or a rollout holds back; pins, toolsets and consent stay as they
 * are. Returns its number. Throws UNAUTHENTICATED, POLICY_DENIED for plain members, NOT_FOUND, INVALID_INPUT without a
 * reason, and CONFLICT for a version that was returned, or that nothing holds back.
 */
export async function takeVersion(
  ctx: Context,
  ref: SkillSetRef,
  { versionId, reason }: { versionId: string; reason: string },
): Promise<string> {
  const viewer = requireOrganisationAdmin(ctx)
  const { organisationId } = viewer
  const text = requireReason(reason)
  const found = await findVisibleSkillSet(ctx.db, ref, viewer.userId)
  const visible = found && withoutHidden(found)
  const version = visible?.versions.find(({ id }) => id === versionId)
  if (!visible || !version) throw new AppError('NOT_FOUND')
  const { skillSet, versions } = visible
  const reader = await readVersionReader(ctx.db, { organisationId, skillSetId: skillSet.id })
  const held = (await offerVersions(ctx.db, reader, skillSet, versions)).held.get(version.id)
  const title = `${skillSet.name} ${version.number}`
  if (held?.kind === 'returned')
    throw new AppError('CONFLICT', {
      message: `${title} was returned because of its faults, so no range leads to it.`,
      suggestedAction: 'Install exactly this version if you need it.',
    })
  if (!held)
    throw new AppError('CONFLICT', { message: `Nothing holds ${title} back from your organisation.` })
  await ctx.db.$transaction(async (tx) => {
    const taken = { organisationId, versionId: version.id, reason: text, takenById: viewer.userId }
    if (!(await insertTakenVersion(tx, taken))) return
    await recordAudit(tx, {
      actor: viewer,
      action: 'version.take',
      subjectType: 'version',
      subjectId: version.id,
      subject: `${skillSet.publisher.handle}.${skillSet.slug} ${version.number}`,
      data: { organisationId, reason: text, heldBy: held.kind },
    })
  })
  return version.number
}

function requireReason(text: string): string {
  const reason = text.trim()
  const message =
    reason === ''
      ? 'Write why your organisation does not wait.'
      : reason.length > MAX_REASON_CHARS
        ? `Use at most ${MAX_REASON_CHARS} characters.`
        : isStorable(reason)
          ? undefined
          : 'This contains characters that cannot be stored.'
  if (message === undefined) return reason
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/reason', message }] })
}
