/**
 * The people of this Guildhall, for its admins: who they are, who else is an admin, whose account is locked.
 *
 * Floor 3. Nobody does any of it to themselves, so there is always an admin left; every act is in the audit log.
 */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireAdmin, type Viewer } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { Tx } from '../db/client.ts'
import { findPeople, findPerson, lockAdmins, type PersonRow, updatePerson } from '../db/people.ts'
import { raiseSessionVersion } from '../db/users.ts'
import { AppError } from '../errors.ts'

export type Person = {
  id: string
  email: string
  name: string
  role: 'USER' | 'ADMIN'
  isLocked: boolean
  sinceMs: number
  /** It is the viewer's own account. */
  isViewer: boolean
}

const PAGE_SIZE = 50
const MAX_PAGE = 1_000

/** By name or email, a page at a time. Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function listPeople(
  ctx: Context,
  { text, page }: { text: string; page: number },
): Promise<{ people: Person[]; nextPage: number | null }> {
  const { userId } = requireAdmin(ctx)
  const at = Number.isInteger(page) && page > 0 && page < MAX_PAGE ? page : 0
  const wish = { text: text.trim().slice(0, 100), skip: at * PAGE_SIZE, take: PAGE_SIZE + 1 }
  const rows = await findPeople(ctx.db, wish)
  const people = rows.slice(0, PAGE_SIZE).map(({ lockedAt, createdAt, ...row }) => ({
    ...row,
    isLocked: lockedAt !== null,
    sinceMs: createdAt.getTime(),
    isViewer: row.id === userId,
  }))
  return { people, nextPage: rows.length > PAGE_SIZE ? at + 1 : null }
}

/** Gives somebody the rights of an admin, or takes them back. Throws as `change` does. */
export async function setAdmin(ctx: Context, userId: string, isAdmin: boolean): Promise<void> {
  await change(ctx, userId, async (tx, person) => {
    if (isAdmin && person.lockedAt)
      throw conflict(`The account of ${person.name} is locked: unlock it first.`)
    await updatePerson(tx, person.id, { role: isAdmin ? 'ADMIN' : 'USER' })
    return isAdmin ? 'person.make_admin' : 'person.take_admin'
  })
}

/** A locked account opens nothing: no sign-in, no session, no key. What it made stays. Throws as `change` does. */
export async function setLocked(ctx: Context, userId: string, isLocked: boolean): Promise<void> {
  await change(ctx, userId, async (tx, person) => {
    await updatePerson(tx, person.id, { lockedAt: isLocked ? new Date() : null })
    if (isLocked) await raiseSessionVersion(tx, person.id)
    return isLocked ? 'person.lock' : 'person.unlock'
  })
}

/** Ends every session of somebody who lost a device, for one. Throws as `change` does. */
export async function endSessions(ctx: Context, userId: string): Promise<void> {
  await change(ctx, userId, async (tx, person) => {
    await raiseSessionVersion(tx, person.id)
    return 'person.end_sessions'
  })
}

/** Throws UNAUTHENTICATED, POLICY_DENIED for anyone but admins, NOT_FOUND, and CONFLICT for one's own account. */
async function change(
  ctx: Context,
  userId: string,
  act: (tx: Tx, person: PersonRow) => Promise<string>,
): Promise<void> {
  const viewer = requireAdmin(ctx)
  if (userId === viewer.userId)
    throw conflict('This is your own account: another admin has to do it, so that one is always left.')
  await ctx.db.$transaction(async (tx) => {
    await requireStillAdmin(tx, viewer)
    const person = isStorable(userId) ? await findPerson(tx, userId) : null
    if (!person) throw new AppError('NOT_FOUND')
    const action = await act(tx, person)
    const { id, email } = person
    await recordAudit(tx, { actor: viewer, action, subjectType: 'person', subjectId: id, subject: email })
  })
}

/** Two who take the role from each other at once: the second is an admin no longer. */
async function requireStillAdmin(tx: Tx, { userId }: Viewer): Promise<void> {
  if ((await lockAdmins(tx)).includes(userId)) return
  throw new AppError('POLICY_DENIED', { message: 'Only admins can do this.' })
}

function conflict(message: string): AppError {
  return new AppError('CONFLICT', { message })
}
