import type { Database, Tx } from '../core/prisma-client.ts'
import type { ConnectAttempt } from '../generated/client.ts'

export async function insertConnectAttempt(db: Database, attempt: ConnectAttempt): Promise<void> {
  await db.connectAttempt.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  await db.connectAttempt.create({ data: attempt })
}

/** Null if it is unknown, used or expired. */
export async function takeConnectAttempt(
  db: Database | Tx,
  stateHash: string,
): Promise<ConnectAttempt | null> {
  const attempt = await db.connectAttempt.findUnique({ where: { stateHash } })
  if (!attempt || (await db.connectAttempt.deleteMany({ where: { stateHash } })).count === 0) return null
  return attempt.expiresAt > new Date() ? attempt : null
}
