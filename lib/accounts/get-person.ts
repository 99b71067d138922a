import { type AuditLine, listAudit } from '../audit/audit-log.ts'
import { type Context, requireAdmin } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { type Person, toPerson } from './manage-users.ts'
import { findPersonPage, type PersonPageRow } from './rows/person-page.ts'
import { findPerson } from './rows/users.ts'

export type PersonPage = PersonPageRow & { person: Person; events: AuditLine[]; hasMoreEvents: boolean }

/**
 * Returns what an admin sees of one person, with the newest audit events of what they did. Throws UNAUTHENTICATED,
 * POLICY_DENIED and NOT_FOUND.
 */
export async function getPersonForAdmin(ctx: Context, id: string): Promise<PersonPage> {
  const { userId } = requireAdmin(ctx)
  const [row, page] = isStorable(id)
    ? await Promise.all([findPerson(ctx.db, id), findPersonPage(ctx.db, id)])
    : [null, null]
  if (!row || !page) throw new AppError('NOT_FOUND', { message: 'There is no such person.' })
  const { lines, nextCursor } = await listAudit(ctx, { actorId: id })
  return { ...page, person: toPerson(row, userId), events: lines, hasMoreEvents: nextCursor !== null }
}
