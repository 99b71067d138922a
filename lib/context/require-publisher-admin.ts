import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { findRole } from '../organisations/rows/memberships.ts'

type Who = { userId: string; organisationId: string }

/** Returns true for owners and admins of the publisher's organisation; false for members and others. */
export async function canPublish(db: Database | Tx, who: Who): Promise<boolean> {
  const role = await findRole(db, who)
  return role === 'OWNER' || role === 'ADMIN'
}

/**
 * Members run what their organisation publishes; owners and admins publish. Whatever changes a SkillSet, a version or a
 * submission calls this. Throws POLICY_DENIED, also for people who are no members.
 */
export async function requirePublisherAdmin(db: Database | Tx, who: Who): Promise<void> {
  if (await canPublish(db, who)) return
  throw new AppError('POLICY_DENIED', {
    message: 'Only owners and admins of the organisation can do this.',
    suggestedAction: 'Ask one of them to do it, or to make you an admin under Settings → Organisation.',
  })
}
