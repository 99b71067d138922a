/** Expects emails in lower case. */

import type { MemberRole, Prisma, Role } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { newOrganisationDefaults } from '../../settings/rows/setting-rows.ts'

type NewUser = { email: string; name: string; passwordHash?: string; emailVerified?: Date | null }

export type UserRow = { id: string; email: string; name: string; role: Role; sessionVersion: number }

/** Of the addresses that deleted accounts get. */
export const DELETED_DOMAIN = '@deleted.invalid'

const userFields = { id: true, email: true, name: true, role: true, sessionVersion: true } as const

/** Also writes the personal organisation. Returns null if the email is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | null> {
  // A failed insert would abort the caller's transaction.
  const [row] = await tx.user.createManyAndReturn({ data: [user], skipDuplicates: true, select: userFields })
  if (!row) return null
  await tx.organisation.create({
    data: {
      name: row.name,
      personalOfId: row.id,
      createdById: row.id,
      ...(await newOrganisationDefaults(tx)),
      members: { create: { userId: row.id, role: 'OWNER' } },
    },
  })
  return row
}

export function findUserByEmail(db: Database | Tx, email: string): Promise<UserRow | null> {
  return db.user.findUnique({ where: { email }, select: userFields })
}

export function findUser(db: Database | Tx, id: string): Promise<UserRow | null> {
  return db.user.findUnique({ where: { id }, select: userFields })
}

export async function findNames(db: Database | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns those whose address is confirmed. */
export async function findConfirmedPeople(
  db: Database | Tx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] }, emailVerified: { not: null } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

export async function findCredentials(
  db: Database | Tx,
  who: { email: string } | { id: string },
): Promise<Credentials | null> {
  const select = { ...userFields, passwordHash: true, lockedAt: true, emailVerified: true, vouchedAt: true }
  return db.user.findUnique({ where: who, select })
}

export type Credentials = UserRow & {
  passwordHash: string | null
  lockedAt: Date | null
  emailVerified: Date | null
  vouchedAt: Date | null
}

export type SessionUser = UserRow & {
  /** The requested organisation if the user is a member, else the personal one. */
  organisation: { id: string; name: string; role: MemberRole }
}

/** Returns null if the user does not exist or is locked. */
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
        // An undefined id would match every membership.
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

export async function renameUser(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { name } })
  await tx.organisation.updateMany({ where: { personalOfId: userId }, data: { name } })
}

export async function setPassword(tx: Database | Tx, userId: string, passwordHash: string): Promise<number> {
  const { sessionVersion } = await tx.user.update({
    where: { id: userId },
    data: { passwordHash, sessionVersion: { increment: 1 }, browserSessions: { deleteMany: {} } },
    select: { sessionVersion: true },
  })
  return sessionVersion
}

export async function removePassword(tx: Tx, userId: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash: null } })
}

/** Returns the new version, which sessions need from now on. */
export async function raiseSessionVersion(db: Database | Tx, userId: string): Promise<number> {
  const data = { sessionVersion: { increment: 1 }, browserSessions: { deleteMany: {} } }
  const select = { sessionVersion: true }
  return (await db.user.update({ where: { id: userId }, data, select })).sessionVersion
}

/** Locks the row, so that of two simultaneous proofs only one is the first. */
export async function findOwnershipProof(
  tx: Tx,
  userId: string,
): Promise<{ emailVerified: Date | null; vouchedAt: Date | null; hasPassword: boolean } | null> {
  await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId} FOR UPDATE`
  const select = { emailVerified: true, vouchedAt: true, passwordHash: true }
  const row = await tx.user.findUnique({ where: { id: userId }, select })
  return (
    row && {
      emailVerified: row.emailVerified,
      vouchedAt: row.vouchedAt,
      hasPassword: row.passwordHash !== null,
    }
  )
}

export async function recordVouching(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.user.updateMany({ where: { id: userId, vouchedAt: null }, data: { vouchedAt: at } })
}

export async function setUserRole(db: Database | Tx, email: string, role: Role): Promise<boolean> {
  const { count } = await db.user.updateMany({ where: { email }, data: { role } })
  return count === 1
}

export function findFirstAdmin(db: Database | Tx): Promise<{ email: string } | null> {
  return db.user.findFirst({
    where: { role: 'ADMIN' },
    select: { email: true },
    orderBy: { createdAt: 'asc' },
  })
}

const fields = {
  id: true,
  email: true,
  name: true,
  role: true,
  lockedAt: true,
  createdAt: true,
} satisfies Prisma.UserSelect

export type PersonRow = Prisma.UserGetPayload<{ select: typeof fields }>

export function findPeople(
  db: Database | Tx,
  { text, skip, take }: { text: string; skip: number; take: number },
): Promise<PersonRow[]> {
  const containsText = { contains: text.replaceAll('\0', ''), mode: 'insensitive' as const }
  return db.user.findMany({
    where: {
      // Deleted accounts are rows for runs and the ledger only.
      NOT: { email: { endsWith: DELETED_DOMAIN } },
      ...(text && { OR: [{ name: containsText }, { email: containsText }] }),
    },
    select: fields,
    orderBy: [{ role: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    skip,
    take,
  })
}

export function findPerson(db: Database | Tx, id: string): Promise<PersonRow | null> {
  return db.user.findUnique({ where: { id }, select: fields })
}

/** Locks the admins, so that two cannot remove each other; returns their ids. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "User" WHERE "role" = 'ADMIN' AND "lockedAt" IS NULL ORDER BY "id" FOR UPDATE`
  return rows.map(({ id }) => id)
}

export async function updatePerson(
  tx: Tx,
  id: string,
  change: { role: Role } | { lockedAt: Date | null },
): Promise<void> {
  await tx.user.update({ where: { id }, data: change })
}

/** `mailedTo` is the address that the link is mailed to; null if an admin hands it on. */
export async function insertResetLink(
  db: Database | Tx,
  link: { userId: string; tokenHash: string; mailedTo: string | null; expiresAt: Date },
): Promise<void> {
  await db.resetLink.create({ data: link })
}

export type OpenResetLink = { userId: string; email: string; name: string; mailedTo: string | null }

export async function findOpenResetLink(
  db: Database | Tx,
  tokenHash: string,
  at: Date,
): Promise<OpenResetLink | null> {
  const link = await db.resetLink.findFirst({
    where: { tokenHash, usedAt: null, expiresAt: { gt: at } },
    select: { userId: true, mailedTo: true, user: { select: { email: true, name: true } } },
  })
  return link && { userId: link.userId, mailedTo: link.mailedTo, ...link.user }
}

export async function endResetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.resetLink.updateMany({ where: { userId, usedAt: null }, data: { usedAt: new Date() } })
}

/** Also invalidates the person's other open links. Returns null if the link was used or has expired. */
export async function useResetLink(tx: Tx, tokenHash: string, at: Date): Promise<OpenResetLink | null> {
  const link = await findOpenResetLink(tx, tokenHash, at)
  if (!link) return null
  const { count } = await tx.resetLink.updateMany({
    where: { tokenHash, usedAt: null },
    data: { usedAt: at },
  })
  if (count === 0) return null
  await tx.resetLink.updateMany({ where: { userId: link.userId, usedAt: null }, data: { usedAt: at } })
  return link
}

export async function listAdminIds(db: Database | Tx): Promise<string[]> {
  const rows = await db.user.findMany({ where: { role: 'ADMIN' }, select: { id: true } })
  return rows.map(({ id }) => id)
}
