import type { Database, Tx } from '../core/prisma-client.ts'
import type { SealedSecret } from '../generated/client.ts'

export type SealedSecretRow = Omit<SealedSecret, 'createdAt'>

export async function saveSealedSecret(tx: Database | Tx, secret: SealedSecretRow): Promise<void> {
  const { id, organisationId, keyId } = secret
  const sealed = Uint8Array.from(secret.sealed)
  await tx.sealedSecret.upsert({
    where: { id },
    create: { id, organisationId, sealed, keyId },
    update: { sealed, keyId },
  })
}

export function findSealedSecret(db: Database | Tx, id: string): Promise<SealedSecretRow | null> {
  return db.sealedSecret.findUnique({ where: { id } })
}

export async function deleteSealedSecret(tx: Tx, id: string): Promise<void> {
  await tx.sealedSecret.deleteMany({ where: { id } })
}

export async function countSealedByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.sealedSecret.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

export function listSealedBy(db: Database, keyId: string): Promise<SealedSecretRow[]> {
  return db.sealedSecret.findMany({ where: { keyId } })
}

/** False if it was replaced in the meantime. */
export async function rewrapSealed(
  db: Database,
  { id, keyId }: Pick<SealedSecretRow, 'id' | 'keyId'>,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  return (await db.sealedSecret.updateMany({ where: { id, keyId }, data: wrapped })).count === 1
}
