/** Rows of `Account`: accounts at external providers that can sign in to an account here. */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type LinkedSignInRow = {
  id: string
  provider: string
  label: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

const fields = { id: true, provider: true, label: true, createdAt: true, lastUsedAt: true } as const

export async function insertLinkedSignIn(
  db: Database | Tx,
  account: { userId: string; type: string; provider: string; providerAccountId: string },
): Promise<void> {
  const { userId, type, provider, providerAccountId } = account
  await db.account.create({ data: { userId, type, provider, providerAccountId } })
}

/** Returns the oldest first. */
export function listLinkedSignInRows(db: Database | Tx, userId: string): Promise<LinkedSignInRow[]> {
  return db.account.findMany({
    where: { userId },
    select: fields,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

export async function recordLinkedSignInUse(
  db: Database,
  key: { provider: string; providerAccountId: string },
  use: { label: string | null; at: Date },
): Promise<void> {
  await db.account.updateMany({ where: key, data: { label: use.label, lastUsedAt: use.at } })
}

export async function deleteLinkedSignIns(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.account.deleteMany({ where: { id: { in: [...ids] } } })
}
