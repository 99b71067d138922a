import type { Passkey, TotpFactor } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type TotpRow = TotpFactor
type PasskeyRow = Passkey

export async function hasSecondFactor(db: Database | Tx, userId: string): Promise<boolean> {
  const { hasCode, hasPasskey } = await findSecondFactors(db, userId)
  return hasCode || hasPasskey
}

export async function findSecondFactors(
  db: Database | Tx,
  userId: string,
): Promise<{ hasCode: boolean; hasPasskey: boolean }> {
  const [totp, passkey] = await Promise.all([
    db.totpFactor.findFirst({ where: { userId, confirmedAt: { not: null } }, select: { userId: true } }),
    db.passkey.findFirst({ where: { userId }, select: { id: true } }),
  ])
  return { hasCode: totp !== null, hasPasskey: passkey !== null }
}

export function findTotp(db: Database | Tx, userId: string): Promise<TotpRow | null> {
  return db.totpFactor.findUnique({ where: { userId } })
}

/** Replaces an unconfirmed factor; returns false if there is a confirmed one. */
export async function storeTotp(
  tx: Tx,
  totp: { userId: string; sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  await tx.totpFactor.deleteMany({ where: { userId: totp.userId, confirmedAt: null } })
  const { count } = await tx.totpFactor.createMany({ data: [totp], skipDuplicates: true })
  return count === 1
}

/** Returns false if the code was used before, also by a concurrent call. */
export async function redeemTotpStep(
  tx: Database | Tx,
  userId: string,
  { step, at }: { step: number; at: Date },
): Promise<boolean> {
  const { count } = await tx.totpFactor.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  })
  if (count === 1)
    await tx.totpFactor.updateMany({ where: { userId, confirmedAt: null }, data: { confirmedAt: at } })
  return count === 1
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  const { count } = await tx.totpFactor.deleteMany({ where: { userId } })
  return count === 1
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: hashes.map((hash) => ({ hash, userId })) })
}

export async function redeemRecoveryCode(tx: Database | Tx, userId: string, hash: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, hash } })
  return count === 1
}

export function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId } })
}

export function listPasskeyRows(db: Database | Tx, userId: string): Promise<PasskeyRow[]> {
  return db.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
}

export function findPasskey(db: Database, id: string): Promise<PasskeyRow | null> {
  return db.passkey.findUnique({ where: { id } })
}

/** Returns false if the passkey is already registered. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt' | 'publicKey'> & {
    publicKey: Uint8Array<ArrayBuffer>
  },
): Promise<boolean> {
  const { count } = await tx.passkey.createMany({ data: [passkey], skipDuplicates: true })
  return count === 1
}

export async function recordPasskeyUse(
  db: Database,
  id: string,
  { counter, at }: { counter: bigint; at: Date },
): Promise<void> {
  await db.passkey.updateMany({ where: { id }, data: { counter, lastUsedAt: at } })
}

export async function deletePasskey(tx: Tx, key: { id: string; userId: string }): Promise<string | null> {
  const row = await tx.passkey.findFirst({ where: key, select: { name: true } })
  if (row) await tx.passkey.deleteMany({ where: key })
  return row?.name ?? null
}

export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const isThere = await hasSecondFactor(tx, userId)
  await deleteTotp(tx, userId)
  await tx.passkey.deleteMany({ where: { userId } })
  return isThere
}

export async function countTotpByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.totpFactor.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

type WrappedTotp = Pick<TotpFactor, 'sealed' | 'keyId'> & { id: string; organisationId: string }

/** Returns the secrets in the form of the other sealed secrets. */
export async function listTotpWrappedBy(db: Database, keyId: string): Promise<WrappedTotp[]> {
  const rows = await db.totpFactor.findMany({ where: { keyId } })
  return rows.map(({ userId, sealed }) => ({ id: userId, organisationId: userId, sealed, keyId }))
}

export async function rewrapTotp(
  db: Database,
  { id: userId, keyId }: Pick<WrappedTotp, 'id' | 'keyId'>,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  const { count } = await db.totpFactor.updateMany({ where: { userId, keyId }, data: wrapped })
  return count === 1
}
