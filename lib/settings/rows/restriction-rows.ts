import type { RestrictionKind } from '../../contracts/versions/restriction.ts'
import type { Prisma, Restriction } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type RestrictionRow = Restriction

export type RestrictionSubject =
  | { skillSetId: string }
  | { versionId: string }
  | { publisherId: string }
  | { userId: string }

export const ACTIVE_RESTRICTIONS = {
  where: { endedAt: null },
  select: { kind: true, reason: true },
} satisfies Prisma.RestrictionFindManyArgs

type NewRestriction = RestrictionSubject & {
  kind: RestrictionKind
  reason: string
  subject: string
  createdById: string
  createdByName: string
}

/** Returns false if the subject has an active one. */
export async function insertRestriction(tx: Tx, restriction: NewRestriction): Promise<boolean> {
  // A violated unique index would abort the caller's transaction.
  const { count } = await tx.restriction.createMany({ data: [restriction], skipDuplicates: true })
  return count === 1
}

export async function endRestriction(
  tx: Tx,
  where: { id: string } | RestrictionSubject,
  ended: { endedAt: Date; endReason: string | null },
): Promise<boolean> {
  return (await tx.restriction.updateMany({ where: { ...where, endedAt: null }, data: ended })).count === 1
}

export function findRestriction(db: Database | Tx, id: string): Promise<Restriction | null> {
  return db.restriction.findUnique({ where: { id } })
}

export function findActiveRestriction(
  db: Database | Tx,
  subject: RestrictionSubject,
): Promise<Restriction | null> {
  return db.restriction.findFirst({ where: { ...subject, endedAt: null } })
}

export function listRestrictionRows(
  db: Database | Tx,
  { isActive, take }: { isActive: boolean; take: number },
): Promise<Restriction[]> {
  return db.restriction.findMany({
    where: { endedAt: isActive ? null : { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })
}
