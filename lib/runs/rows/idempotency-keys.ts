import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type IdempotencyKeyRef = { organisationId: string; skillName: string; key: string }

export type KeyedCall = IdempotencyKeyRef & { requestHash: string; runId: string }

export type EarlierCall = { requestHash: string; runId: string; createdAt: Date }

export function findRecordedCall(
  db: Database | Tx,
  { organisationId, skillName, key }: IdempotencyKeyRef,
): Promise<EarlierCall | null> {
  return db.idempotencyKey.findUnique({
    where: { organisationId_skillName_key: { organisationId, skillName, key } },
    select: { requestHash: true, runId: true, createdAt: true },
  })
}

/** Returns false if the key exists: a concurrent second caller waits until the first transaction ends. */
export async function insertKeyedCall(tx: Tx, call: KeyedCall): Promise<boolean> {
  const { count } = await tx.idempotencyKey.createMany({ data: [call], skipDuplicates: true })
  return count === 1
}

/** Returns the earlier call with the key and locks it, so that only one of several retries may replace it. */
export async function lockRecordedCall(
  tx: Tx,
  { organisationId, skillName, key }: IdempotencyKeyRef,
): Promise<EarlierCall | null> {
  const [row] = await tx.$queryRaw<EarlierCall[]>`
    SELECT "requestHash", "runId", "createdAt" FROM "IdempotencyKey"
    WHERE "organisationId" = ${organisationId} AND "skillName" = ${skillName} AND "key" = ${key} FOR UPDATE`
  return row ?? null
}

/** Gives a key that is free again to another run, for another day. */
export async function replaceKeyedCall(tx: Tx, call: KeyedCall): Promise<void> {
  const { organisationId, skillName, key, requestHash, runId } = call
  await tx.idempotencyKey.update({
    where: { organisationId_skillName_key: { organisationId, skillName, key } },
    data: { requestHash, runId, createdAt: new Date() },
  })
}

export async function deleteKeyedCallsBefore(db: Database | Tx, before: Date): Promise<number> {
  const { count } = await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before } } })
  return count
}
