import type { EmailConfirmation } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type ConfirmationRow = EmailConfirmation & { user: { email: string; name: string } }

export async function replaceConfirmation(
  tx: Tx,
  made: Pick<EmailConfirmation, 'userId' | 'email' | 'tokenHash' | 'oldTokenHash' | 'expiresAt'>,
): Promise<void> {
  await endConfirmations(tx, made.userId)
  await tx.emailConfirmation.create({ data: made })
}

export async function endConfirmations(tx: Tx, userId: string): Promise<void> {
  await tx.emailConfirmation.updateMany({ where: { userId, endedAt: null }, data: { endedAt: new Date() } })
}

/** Ends open changes to other addresses than `email`, the current one. */
export async function endEmailChanges(tx: Tx, userId: string, email: string): Promise<void> {
  const where = { userId, endedAt: null, email: { not: email } }
  await tx.emailConfirmation.updateMany({ where, data: { endedAt: new Date() } })
}

const withUser = { user: { select: { email: true, name: true } } }

export function findOpenConfirmation(
  db: Database | Tx,
  tokenHash: string,
  at: Date,
): Promise<ConfirmationRow | null> {
  return db.emailConfirmation.findFirst({
    where: { endedAt: null, expiresAt: { gt: at }, OR: [{ tokenHash }, { oldTokenHash: tokenHash }] },
    include: withUser,
  })
}

export function findPendingConfirmation(
  db: Database | Tx,
  userId: string,
  at: Date,
): Promise<EmailConfirmation | null> {
  return db.emailConfirmation.findFirst({ where: { userId, endedAt: null, expiresAt: { gt: at } } })
}

export async function recordConfirmation(
  tx: Tx,
  id: string,
  confirmed: { confirmedAt: Date } | { oldConfirmedAt: Date },
): Promise<EmailConfirmation> {
  return tx.emailConfirmation.update({ where: { id }, data: confirmed })
}

/** Returns false if another account uses the address. */
export async function setEmail(
  tx: Tx,
  userId: string,
  email: string,
  verifiedAt: Date | null,
): Promise<boolean> {
  // A failed statement would abort the transaction.
  const taken = await tx.user.findFirst({ where: { email, id: { not: userId } }, select: { id: true } })
  if (taken) return false
  const former = await tx.user.findUnique({ where: { id: userId }, select: { email: true } })
  // An admin vouched for the person at the former address.
  const vouching = former?.email === email ? {} : { vouchedAt: null }
  await tx.user.update({ where: { id: userId }, data: { email, emailVerified: verifiedAt, ...vouching } })
  return true
}

export async function verifyOwnEmail(
  db: Database | Tx,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  await db.user.updateMany({ where: { id: userId, email, emailVerified: null }, data: { emailVerified: at } })
}
