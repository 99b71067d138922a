import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type NewConfirmation = {
  keyId: string
  skillName: string
  versionNumber: string
  /** Redacted and shortened; null for a run whose input is stored nowhere. */
  input: string | null
  digest: string
  amountMicros: bigint
  expiresAt: Date
}

export function insertConfirmation(tx: Tx, confirmation: NewConfirmation): Promise<{ id: string }> {
  return tx.spendingConfirmation.create({ data: confirmation, select: { id: true } })
}

type SameCall = { keyId: string; digest: string; amountMicros: bigint; now: Date }

/** Returns the unused confirmation of a call that is still valid: a confirmed one first, then one that waits, then a refused one. Null if there is none. */
export function findConfirmation(db: Database | Tx, { keyId, digest, amountMicros, now }: SameCall) {
  return db.spendingConfirmation.findFirst({
    where: { keyId, digest, runId: null, expiresAt: { gt: now }, amountMicros: { gte: amountMicros } },
    select: { id: true, isConfirmed: true },
    // true, null, false
    orderBy: [{ isConfirmed: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  })
}

/** Uses the confirmation of a call for a run. Returns false if there is none. */
export async function redeemConfirmation(tx: Tx, call: SameCall & { runId: string }): Promise<boolean> {
  const found = await findConfirmation(tx, call)
  if (!found?.isConfirmed) return false
  const { count } = await tx.spendingConfirmation.updateMany({
    where: { id: found.id, runId: null },
    data: { runId: call.runId },
  })
  return count === 1
}

/** How many calls of a key and of those minted from it wait for a person. */
export function countSpendingConfirmations(tx: Tx, firstKeyId: string, now: Date): Promise<number> {
  return tx.spendingConfirmation.count({
    where: {
      decidedAt: null,
      expiresAt: { gt: now },
      key: { OR: [{ id: firstKeyId }, { ancestorIds: { has: firstKeyId } }] },
    },
  })
}

export function findConfirmationWithKey(db: Database | Tx, id: string) {
  return db.spendingConfirmation.findUnique({
    where: { id },
    include: { key: { select: { id: true, name: true, userId: true, organisationId: true } } },
  })
}

/** Returns false if it was decided already. Its input is then no longer needed: the run has it. */
export async function decideConfirmationRow(
  tx: Tx,
  { id, isConfirmed, at }: { id: string; isConfirmed: boolean; at: Date },
): Promise<boolean> {
  const { count } = await tx.spendingConfirmation.updateMany({
    where: { id, decidedAt: null, expiresAt: { gt: at } },
    data: { isConfirmed, decidedAt: at, input: null },
  })
  return count === 1
}

export async function deleteExpiredInputs(db: Database, now: Date): Promise<void> {
  await db.spendingConfirmation.updateMany({
    where: { expiresAt: { lte: now }, input: { not: null } },
    data: { input: null },
  })
}

export async function deleteConfirmationsBefore(db: Database, before: Date): Promise<void> {
  await db.spendingConfirmation.deleteMany({ where: { expiresAt: { lt: before } } })
}
