import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { listIndependentAdmins } from './appeals.ts'

/** Follows a decision that the only admin made about a publisher to which they belong. */
export const NOT_INDEPENDENT =
  'The admin who decided this belongs to the publisher, as this site has no other admin who could decide.'

/**
 * Throws POLICY_DENIED for an admin who belongs to the publisher, as long as another admin can decide who does not; `exceptId`
 * is of one who may not decide either. Returns false if there is none, so that the decision has to be marked as such.
 */
export async function requireIndependentAdmin(
  db: Database | Tx,
  { userId }: { userId: string },
  { organisationId, exceptId }: { organisationId: string; exceptId?: string },
): Promise<boolean> {
  const independent = await listIndependentAdmins(db, { organisationId })
  if (independent.includes(userId)) return true
  if (independent.every((id) => id === exceptId)) return false
  throw new AppError('POLICY_DENIED', {
    message: 'You belong to the publisher, so another admin has to decide this.',
    recoverable: false,
  })
}
