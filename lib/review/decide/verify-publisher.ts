import { recordAudit } from '../../audit/audit-log.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../../context/context.ts'
import { listMemberIds } from '../../db/accounts/invitation-rows.ts'
import { findPublisher, listPublisherSkillSets } from '../../db/catalog/published-versions.ts'
import { setPublisherVerified } from '../../db/catalog/publishers.ts'
import { lockSkillSet } from '../../db/catalog/versions.ts'
import { AppError } from '../../errors.ts'
import { isSlug } from '../../name-rules/skill-name.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { paths } from '../../site/paths.ts'
import { withoutUser } from '../model/review-notices.ts'

/**
 * Sets or removes the mark. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, and CONFLICT if nothing would
 * change.
 */
export async function verifyPublisher(ctx: Context, handle: string, isVerified: boolean): Promise<void> {
  const viewer = requireAdmin(ctx)
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  if (!publisher) throw new AppError('NOT_FOUND')
  const { id, displayName, organisationId } = publisher

  await ctx.db.$transaction(async (tx) => {
    if (!(await setPublisherVerified(tx, id, isVerified ? new Date() : null)))
      throw decidedBefore(displayName, isVerified)
    for (const skillSet of await listPublisherSkillSets(tx, id)) {
      // The lock serialises with publishing.
      await lockSkillSet(tx, skillSet.id)
      await refreshCatalogEntries(tx, skillSet.id)
    }
    const action = isVerified ? 'publisher.verify' : 'publisher.unverify'
    await recordAudit(tx, { actor: viewer, action, subjectType: 'publisher', subjectId: id, subject: handle })
    await sendNotice(tx, withoutUser(await listMemberIds(tx, organisationId), viewer), {
      kind: isVerified ? 'publisher.verified' : 'publisher.unverified',
      title: isVerified ? `${displayName} is verified` : `${displayName} is no longer verified`,
      body: isVerified
        ? 'An admin verified it. A badge is shown next to its name.'
        : 'An admin removed the verified badge next to its name.',
      href: paths.publisher(handle),
    })
  })
}

function decidedBefore(displayName: string, isVerified: boolean): AppError {
  return new AppError('CONFLICT', {
    message: `${displayName} ${isVerified ? 'is already verified' : 'is not verified'}.`,
  })
}
