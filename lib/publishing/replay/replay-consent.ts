import { recordAudit } from '../../audit/audit-log.ts'
import {
  type Context,
  requireOrganisationAdmin,
  requirePerson,
  requireViewer,
  type Viewer,
} from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { ReplayConsentLine } from '../model/own-replay.ts'
import { findVisibleSkillSet, type SkillSetRef } from '../rows/published-versions.ts'
import { deleteReplayConsent, listReplayable, saveReplayConsent } from '../rows/replays.ts'

/**
 * Lets submitted versions of the SkillSet be tried on the past runs of the viewer's organisation, and keeps recordings of
 * its runs from now on. Throws UNAUTHENTICATED, POLICY_DENIED for plain members and keys, and NOT_FOUND.
 */
export function agreeToReplays(ctx: Context, ref: SkillSetRef): Promise<void> {
  return changeConsent(ctx, ref, 'replay.agree', (tx, { viewer, skillSetId }) =>
    saveReplayConsent(tx, {
      organisationId: viewer.organisationId,
      skillSetId,
      agreedById: viewer.userId,
    }),
  )
}

/** Ends that, and deletes what was recorded and compared. Throws the same. */
export function withdrawFromReplays(ctx: Context, ref: SkillSetRef): Promise<void> {
  return changeConsent(ctx, ref, 'replay.withdraw', (tx, { viewer, skillSetId }) =>
    deleteReplayConsent(tx, { organisationId: viewer.organisationId, skillSetId }),
  )
}

async function changeConsent(
  ctx: Context,
  ref: SkillSetRef,
  action: 'replay.agree' | 'replay.withdraw',
  change: (tx: Tx, changed: { viewer: Viewer; skillSetId: string }) => Promise<void>,
): Promise<void> {
  requirePerson(ctx)
  const viewer = requireOrganisationAdmin(ctx)
  const found = await findVisibleSkillSet(ctx.db, ref, viewer.userId)
  if (!found) throw new AppError('NOT_FOUND')
  const { id: skillSetId, slug, publisher } = found.skillSet
  await ctx.db.$transaction(async (tx) => {
    await change(tx, { viewer, skillSetId })
    await recordAudit(tx, {
      actor: viewer,
      action,
      subjectType: 'skill_set',
      subjectId: skillSetId,
      subject: `${publisher.handle}.${slug}`,
      data: { organisationId: viewer.organisationId },
    })
  })
}

/** A SkillSet that was not run for longer is listed only if it is installed. */
const RECENT_DAYS = 30

/** Returns what the viewer's organisation publishes, has installed, ran lately or agreed to, by name. Throws UNAUTHENTICATED. */
export async function listReplayConsents(ctx: Context): Promise<ReplayConsentLine[]> {
  const { organisationId } = requireViewer(ctx)
  const found = await listReplayable(ctx.db, organisationId, new Date(Date.now() - RECENT_DAYS * DAY_MS))
  return found.map(({ slug, name, publisher, replayConsents }) => ({
    publisher: publisher.handle,
    slug,
    name,
    agreed: replayConsents.length > 0,
  }))
}
