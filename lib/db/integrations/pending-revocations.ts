import type { Database, Tx } from '../core/prisma-client.ts'
import type { PendingRevocation } from '../generated/client.ts'

/** After its secret. */
export async function insertRevocation(
  tx: Tx,
  revocation: Pick<PendingRevocation, 'id' | 'providerSlug' | 'dueAt'>,
): Promise<void> {
  await tx.pendingRevocation.create({ data: revocation })
}

export function listDueRevocations(db: Database, now: Date, take: number): Promise<PendingRevocation[]> {
  return db.pendingRevocation.findMany({ where: { dueAt: { lte: now } }, orderBy: { dueAt: 'asc' }, take })
}

/** True for one of concurrent callers. */
export async function claimRevocation(
  db: Database,
  { id, attempts }: Pick<PendingRevocation, 'id' | 'attempts'>,
  dueAt: Date,
): Promise<boolean> {
  const where = { id, attempts }
  const { count } = await db.pendingRevocation.updateMany({ where, data: { attempts: attempts + 1, dueAt } })
  return count === 1
}

/** With the credential. */
export async function deleteRevocation(db: Database | Tx, id: string): Promise<void> {
  await db.sealedSecret.deleteMany({ where: { id } })
}

/** With the credentials. */
export async function deleteRevocationsOf(tx: Tx, providerSlug: string): Promise<void> {
  await tx.sealedSecret.deleteMany({ where: { revocation: { providerSlug } } })
}
