import { recordAudit } from '../../../audit/audit-log.ts'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../../../context/context.ts'
import type { Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isSlug } from '../../../kernel/names/skill-name.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { endAdminNotices } from '../../../notices/end-notices.ts'
import { sendNotice } from '../../../notices/send-notice.ts'
import { listMemberIds } from '../../../organisations/rows/memberships.ts'
import { findPublisher, listPublisherSkillSets } from '../../rows/published-versions.ts'
import { setPublisherVerified } from '../../rows/publishers.ts'
import { lockSkillSet } from '../../rows/versions.ts'
import { withoutUser } from '../review-notices.ts'

/**
 * Sets or removes the verified mark of a publisher, and notifies its members. For admins. Throws UNAUTHENTICATED,
 * POLICY_DENIED, NOT_FOUND, and CONFLICT if nothing would change or the publisher is no longer called `displayName`, the
 * name that the admin has checked.
 */
export async function verifyPublisher(
  ctx: Context,
  handle: string,
  { displayName, isVerified }: { displayName: string; isVerified: boolean },
): Promise<void> {
  const viewer = requireAdmin(ctx)
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  if (!publisher) throw new AppError('NOT_FOUND')
  const { id, organisationId } = publisher

  await ctx.db.$transaction(async (tx) => {
    if (!(await setPublisherVerified(tx, { id, displayName }, isVerified ? new Date() : null)))
      throw await refusalOf(tx, handle, { displayName, isVerified })
    if (isVerified) await endAdminNotices(tx, 'verification.requested', paths.publisher(handle))
    for (const skillSet of await listPublisherSkillSets(tx, id)) {
      // The lock waits for a version that is being published, which would put the old mark into the catalogue.
      await lockSkillSet(tx, skillSet.id)
      await refreshCatalogEntries(tx, skillSet.id)
    }
    const action = isVerified ? 'publisher.verify' : 'publisher.unverify'
    await recordAudit(tx, { actor: viewer, action, subjectType: 'publisher', subjectId: id, subject: handle })
    await sendNotice(tx, withoutUser(await listMemberIds(tx, organisationId), viewer), {
      kind: isVerified ? 'publisher.verified' : 'publisher.unverified',
      title: isVerified ? `${displayName} is verified` : `${displayName} is no longer verified`,
      body: isVerified
        ? 'An admin verified this publisher. A badge is shown next to its name.'
        : 'An admin removed the verified badge from this publisher.',
      href: paths.publisher(handle),
    })
  })
}

async function refusalOf(
  tx: Tx,
  handle: string,
  { displayName, isVerified }: { displayName: string; isVerified: boolean },
): Promise<AppError> {
  const current = await findPublisher(tx, handle)
  if (current && current.displayName !== displayName)
    return new AppError('CONFLICT', {
      message: `This publisher is now called ${current.displayName}.`,
      suggestedAction: 'Reload the page, and check the new name.',
    })
  return new AppError('CONFLICT', {
    message: `${displayName} ${isVerified ? 'is already verified' : 'is not verified'}.`,
  })
}
