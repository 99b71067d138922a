/**
 * People, and the organisation each has to themselves. Floor 1.
 *
 * Invariant: no user without a personal organisation that they own. Both rows are written by `insertUser`,
 * whichever way the person came. Emails are lower case; the caller folds them.
 */
import type { Database, Tx } from './client.ts'
import type { MemberRole, Role } from './generated/client.ts'

export type NewUser = { email: string; name: string; passwordHash?: string; emailVerified?: Date | null }

/** A person as the services know them. Never the password's hash. */
export type UserRow = { id: string; email: string; name: string; role: Role; sessionVersion: number }

const userFields = { id: true, email: true, name: true, role: true, sessionVersion: true } as const

/** Writes the person and their personal organisation; null when the email is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | null> {
  // "Skip duplicates" rather than a caught error: a failed statement would end the transaction.
  const [row] = await tx.user.createManyAndReturn({ data: [user], skipDuplicates: true, select: userFields })
  if (!row) return null
  await tx.organisation.create({
    data: { name: row.name, personalOfId: row.id, members: { create: { userId: row.id, role: 'OWNER' } } },
  })
  return row
}

export function findUserByEmail(db: Database | Tx, email: string): Promise<UserRow | null> {
  return db.user.findUnique({ where: { email }, select: userFields })
}

export function findUser(db: Database | Tx, id: string): Promise<UserRow | null> {
  return db.user.findUnique({ where: { id }, select: userFields })
}

/** Names of people, by id; those who left are missing. */
export async function findNames(db: Database | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The person and the hash to compare with; `passwordHash` is null for people who only use GitHub. */
export async function findCredentials(
  db: Database | Tx,
  who: { email: string } | { id: string },
): Promise<(UserRow & { passwordHash: string | null; lockedAt: Date | null }) | null> {
  return db.user.findUnique({ where: who, select: { ...userFields, passwordHash: true, lockedAt: true } })
}

export type SessionUser = UserRow & {
  /** The one acted for: the wanted one when the person is a member of it, else their own. */
  organisation: { id: string; name: string; role: MemberRole }
}

/** The person with the organisation they act for, in one query; null when there is no such person, or they are locked out. */
export async function findSessionUser(
  db: Database,
  userId: string,
  wantedOrganisationId?: string,
): Promise<SessionUser | null> {
  const user = await db.user.findUnique({
    where: { id: userId, lockedAt: null },
    select: {
      ...userFields,
      memberships: {
        // An undefined id would match every membership, so it must not stand in the filter at all.
        where: {
          OR: [
            { organisation: { personalOfId: userId } },
            ...(wantedOrganisationId ? [{ organisationId: wantedOrganisationId }] : []),
          ],
        },
        select: { role: true, organisation: { select: { id: true, name: true } } },
      },
    },
  })
  if (!user) return null
  const { memberships, ...row } = user
  const wanted = memberships.find(({ organisation }) => organisation.id === wantedOrganisationId)
  const membership = wanted ?? memberships[0]
  return membership ? { ...row, organisation: { ...membership.organisation, role: membership.role } } : null
}

/** Names the person, and their personal organisation with them. */
export async function renameUser(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { name } })
  await tx.organisation.updateMany({ where: { personalOfId: userId }, data: { name } })
}

/** Sets a new password and ends every session there is; returns the version new sessions carry. */
export async function setPassword(tx: Database | Tx, userId: string, passwordHash: string): Promise<number> {
  const { sessionVersion } = await tx.user.update({
    where: { id: userId },
    data: { passwordHash, sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  })
  return sessionVersion
}

/** Ends every session of this person. */
export async function raiseSessionVersion(db: Database | Tx, userId: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } })
}

/** False when there is no such person. */
export async function setUserRole(db: Database | Tx, email: string, role: Role): Promise<boolean> {
  const { count } = await db.user.updateMany({ where: { email }, data: { role } })
  return count === 1
}

/** The admin who has been here longest; null when there is none. */
export function findFirstAdmin(db: Database | Tx): Promise<{ email: string } | null> {
  return db.user.findFirst({
    where: { role: 'ADMIN' },
    select: { email: true },
    orderBy: { createdAt: 'asc' },
  })
}
