/** The mark beside a publisher's name: that an admin has seen who they are. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { refreshCatalogEntries } from '../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../context.ts'
import { paths } from '../contract/market/paths.ts'
import { isSlug } from '../contract/market/skill-name.ts'
import { listMemberIds } from '../db/audiences.ts'
import { findPublisher, listPublisherSkillSets } from '../db/published.ts'
import { setVerified } from '../db/publishers.ts'
import { lockSkillSet } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { notify } from '../notices/notices.ts'
import { without } from './tell.ts'

/**
 * Gives a publisher the mark, or takes it back; the catalogue shows it at once.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for anyone but admins, NOT_FOUND, and CONFLICT when it is so already.
 */
export async function verifyPublisher(ctx: Context, handle: string, isVerified: boolean): Promise<void> {
  const viewer = requireAdmin(ctx)
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  if (!publisher) throw new AppError('NOT_FOUND')
  const { id, displayName, organisationId } = publisher

  await ctx.db.$transaction(async (tx) => {
    if (!(await setVerified(tx, id, isVerified ? new Date() : null)))
      throw decidedBefore(displayName, isVerified)
    for (const skillSet of await listPublisherSkillSets(tx, id)) {
      // Whoever publishes at this moment has the rows written before or after, never half of each.
      await lockSkillSet(tx, skillSet.id)
      await refreshCatalogEntries(tx, skillSet.id)
    }
    const action = isVerified ? 'publisher.verify' : 'publisher.unverify'
    await recordAudit(tx, { actor: viewer, action, subjectType: 'publisher', subjectId: id, subject: handle })
    await notify(tx, without(await listMemberIds(tx, organisationId), viewer), {
      kind: action,
      title: isVerified ? `${displayName} is verified` : `${displayName} is no longer verified`,
      body: isVerified
        ? 'An admin has given it the mark that people see beside its name.'
        : 'An admin has taken the mark beside its name back.',
      href: paths.publisher(handle),
    })
  })
}

function decidedBefore(displayName: string, isVerified: boolean): AppError {
  return new AppError('CONFLICT', {
    message: `${displayName} ${isVerified ? 'is verified already' : 'has no mark to take back'}.`,
  })
}
