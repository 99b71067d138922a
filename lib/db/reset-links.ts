/** One-time links that set a new password, by the hash of their token. Floor 1. */
import type { Database, Tx } from './client.ts'

export async function insertResetLink(
  db: Database | Tx,
  link: { userId: string; tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.resetLink.create({ data: link })
}

/** Whose link it is, when it can still be used at `at`; null otherwise. */
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
 * Uses the link up, and with it every other open link of the same person. Null, having changed nothing, when
 * it was used or has expired: of two who try at once one gets null.
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
