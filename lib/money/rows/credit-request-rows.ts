import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type NewCreditRequest = {
  organisationId: string
  userId: string
  amountMicros: bigint | null
  reason: string
}

/** Returns null if the organisation has an open request. */
export async function insertCreditRequest(tx: Tx, request: NewCreditRequest): Promise<string | null> {
  const [row] = await tx.creditRequest.createManyAndReturn({
    data: [request],
    skipDuplicates: true,
    select: { id: true },
  })
  return row?.id ?? null
}

export type CreditRequestRow = NewCreditRequest & {
  id: string
  createdAt: Date
  organisation: { name: string }
  user: { name: string; email: string }
}

/** Oldest first. */
export function listOpenCreditRequests(db: Database | Tx, take: number): Promise<CreditRequestRow[]> {
  return db.creditRequest.findMany({
    where: { decidedAt: null },
    orderBy: { createdAt: 'asc' },
    take,
    select: {
      id: true,
      organisationId: true,
      userId: true,
      amountMicros: true,
      reason: true,
      createdAt: true,
      organisation: { select: { name: true } },
      user: { select: { name: true, email: true } },
    },
  })
}

export async function hasOpenCreditRequest(db: Database | Tx, organisationId: string): Promise<boolean> {
  return (await db.creditRequest.count({ where: { organisationId, decidedAt: null } })) > 0
}

/** Marks the organisation's open request as granted. Returns who made it; null if none is open, or not the one with `id`. */
export async function markCreditGranted(
  tx: Tx,
  { organisationId, id }: { organisationId: string; id?: string | undefined },
  at: Date,
): Promise<string | null> {
  const [row] = await tx.creditRequest.updateManyAndReturn({
    where: { organisationId, decidedAt: null, ...(id !== undefined && { id }) },
    data: { decidedAt: at, isGranted: true },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** Returns whose request it was; null if there is no open one with this id. */
export async function declineCreditRequestRow(
  tx: Tx,
  id: string,
  at: Date,
): Promise<{ organisationId: string; userId: string; organisation: { name: string } } | null> {
  const [row] = await tx.creditRequest.updateManyAndReturn({
    where: { id, decidedAt: null },
    data: { decidedAt: at, isGranted: false },
    select: { organisationId: true, userId: true, organisation: { select: { name: true } } },
  })
  return row ?? null
}
