/** The first call with an idempotency key, and the run it made. Floor 1. */
import type { Database, Tx } from './client.ts'

/** Where a key counts: one organisation's calls of one skill. */
export type KeyPlace = { organisationId: string; skillName: string; key: string }

export type KeyedCall = KeyPlace & { requestHash: string; runId: string }

export type KeptCall = { requestHash: string; runId: string; createdAt: Date }

export function findKeptCall(
  db: Database | Tx,
  { organisationId, skillName, key }: KeyPlace,
): Promise<KeptCall | null> {
  return db.idempotencyKey.findUnique({
    where: { organisationId_skillName_key: { organisationId, skillName, key } },
    select: { requestHash: true, runId: true, createdAt: true },
  })
}

/**
 * Keeps a call under its key unless there is one already; returns whether it did. Of two at once the second waits
 * here until the first has recorded its run, or given up.
 */
export async function keepCall(tx: Tx, call: KeyedCall): Promise<boolean> {
  const { count } = await tx.idempotencyKey.createMany({ data: [call], skipDuplicates: true })
  return count === 1
}

/** The kept call, locked until the transaction ends. */
export async function lockKeptCall(
  tx: Tx,
  { organisationId, skillName, key }: KeyPlace,
): Promise<KeptCall | null> {
  const [row] = await tx.$queryRaw<KeptCall[]>`
    SELECT "requestHash", "runId", "createdAt" FROM "IdempotencyKey"
    WHERE "organisationId" = ${organisationId} AND "skillName" = ${skillName} AND "key" = ${key} FOR UPDATE`
  return row ?? null
}

/** Puts a call in the place of one that no longer counts. */
export async function replaceCall(tx: Tx, call: KeyedCall): Promise<void> {
  const { organisationId, skillName, key, requestHash, runId } = call
  await tx.idempotencyKey.update({
    where: { organisationId_skillName_key: { organisationId, skillName, key } },
    data: { requestHash, runId, createdAt: new Date() },
  })
}

/** Forgets calls that no longer count; returns how many. */
export async function forgetCalls(db: Database | Tx, before: Date): Promise<number> {
  const { count } = await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before } } })
  return count
}
