import { type Context, requireViewer, type Viewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isSlug } from '../../kernel/names/skill-name.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { findPublisher, type PublisherRow } from '../rows/published-versions.ts'

/**
 * Requires a member of the publisher's organisation who has at least the role `required` there, whichever organisation
 * they work in at the moment. `handle` may be a former one. Throws UNAUTHENTICATED, NOT_FOUND for others, and
 * POLICY_DENIED for members with a lower role.
 */
export async function requireOwnPublisher(
  ctx: Context,
  handle: string,
  required: Role,
): Promise<{ viewer: Viewer; publisher: PublisherRow }> {
  const viewer = requireViewer(ctx)
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  const role =
    publisher && (await findRole(ctx.db, { userId: viewer.userId, organisationId: publisher.organisationId }))
  if (!publisher || !role)
    throw new AppError('NOT_FOUND', {
      message: 'This publisher does not exist, or you do not have access to it.',
    })
  requireRole(role, required)
  return { viewer, publisher }
}

const RANK = { MEMBER: 0, ADMIN: 1, OWNER: 2 }
type Role = keyof typeof RANK

/** Throws POLICY_DENIED for a lower role than `required`, and for null. */
export function requireRole(role: Role | null, required: Role): void {
  if (role && RANK[role] >= RANK[required]) return
  const who = required === 'OWNER' ? 'Only owners' : 'Only owners and admins'
  throw new AppError('POLICY_DENIED', { message: `${who} of the organisation can do this.` })
}
