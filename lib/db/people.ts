/** People as the admins of a Guildhall look after them. Floor 1. */
import type { Database, Tx } from './client.ts'
import type { Prisma, Role } from './generated/client.ts'

const fields = {
  id: true,
  email: true,
  name: true,
  role: true,
  lockedAt: true,
  createdAt: true,
} satisfies Prisma.UserSelect

export type PersonRow = Prisma.UserGetPayload<{ select: typeof fields }>

/** Whose name or email holds this text; admins first, then the latest. */
export function findPeople(
  db: Database | Tx,
  { text, skip, take }: { text: string; skip: number; take: number },
): Promise<PersonRow[]> {
  const holds = { contains: text.replaceAll('\0', ''), mode: 'insensitive' as const }
  return db.user.findMany({
    where: text ? { OR: [{ name: holds }, { email: holds }] } : {},
    select: fields,
    // The enum's order is the order of rank, from below.
    orderBy: [{ role: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    skip,
    take,
  })
}

export function findPerson(db: Database | Tx, id: string): Promise<PersonRow | null> {
  return db.user.findUnique({ where: { id }, select: fields })
}

/**
 * Makes everyone else who changes who is an admin wait until the transaction has ended, so that two cannot take the
 * role from each other. Returns the ids of those who are.
 */
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
