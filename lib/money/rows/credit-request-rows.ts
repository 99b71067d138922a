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

/** Grants the organisation's open request, if there is one. */
export async function markCreditGranted(tx: Tx, organisationId: string, at: Date): Promise<void> {
  await tx.creditRequest.updateMany({
    where: { organisationId, decidedAt: null },
    data: { decidedAt: at, isGranted: true },
  })
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
