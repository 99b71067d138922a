import { type Context, requireViewer, type Viewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isSlug } from '../../kernel/names/skill-name.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { findPublisher, type PublisherRow } from '../rows/published-versions.ts'

/**
 * Requires a member of the publisher's organisation, whichever one they work in. Throws UNAUTHENTICATED, NOT_FOUND for
 * others, POLICY_DENIED for members without the role.
 */
export async function requireOwnPublisher(
  ctx: Context,
  handle: string,
  wanted: 'MEMBER' | 'ADMIN' | 'OWNER',
): Promise<{ viewer: Viewer; publisher: PublisherRow }> {
  const viewer = requireViewer(ctx)
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  const role =
    publisher && (await findRole(ctx.db, { userId: viewer.userId, organisationId: publisher.organisationId }))
  if (!publisher || !role)
    throw new AppError('NOT_FOUND', {
      message: 'This publisher does not exist, or you do not have access to it.',
    })
  requireRole(role, wanted)
  return { viewer, publisher }
}

const RANK = { MEMBER: 0, ADMIN: 1, OWNER: 2 }

export function requireRole(role: keyof typeof RANK | null, wanted: keyof typeof RANK): void {
  if (role && RANK[role] >= RANK[wanted]) return
  const who = wanted === 'OWNER' ? 'Only owners' : 'Only owners and admins'
  throw new AppError('POLICY_DENIED', { message: `${who} of the organisation can do this.` })
}
