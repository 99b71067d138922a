import type { Database, Tx } from '../core/prisma-client.ts'

export async function insertResetLink(
  db: Database | Tx,
  link: { userId: string; tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.resetLink.create({ data: link })
}

export async function findOpenResetLink(
  db: Database | Tx,
  tokenHash: string,
  at: Date,
): Promise<{ userId: string; email: string } | null> {
  const link = await db.resetLink.findFirst({
    where: { tokenHash, usedAt: null, expiresAt: { gt: at } },
    select: { userId: true, user: { select: { email: true } } },
  })
  return link && { userId: link.userId, email: link.user.email }
}

/**
 * Uses the link and invalidates the person's other open links. Returns null if it was used or has expired; of two
 * concurrent uses one gets null.
 */
export async function useResetLink(
  tx: Tx,
  tokenHash: string,
  at: Date,
): Promise<{ userId: string; email: string } | null> {
  const link = await findOpenResetLink(tx, tokenHash, at)
  if (!link) return null
  const { count } = await tx.resetLink.updateMany({
    where: { tokenHash, usedAt: null },
    data: { usedAt: at },
  })
  if (count === 0) return null
  await tx.resetLink.updateMany({ where: { userId: link.userId, usedAt: null }, data: { usedAt: at } })
  return link
}
