import type { SealedSecret } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type SettingRow = { key: string; value: string }

export function listSettingRows(db: Database | Tx): Promise<SettingRow[]> {
  return db.siteSetting.findMany({ select: { key: true, value: true } })
}

/** Until the transaction ends, so that two admins do not compare with the same values and then both save. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('site settings'))::text`
}

export async function newOrganisationDefaults(tx: Tx): Promise<{ runRetentionDays?: number | null }> {
  const row = await tx.siteSetting.findUnique({ where: { key: 'retention' } })
  if (!row) return {}
  return { runRetentionDays: row.value === 'unlimited' ? null : Number(row.value) }
}

/** Null deletes it. */
export async function saveSettingRow(tx: Tx, key: string, value: string | null): Promise<void> {
  if (value === null) await tx.siteSetting.deleteMany({ where: { key } })
  else await tx.siteSetting.upsert({ where: { key }, create: { key, value }, update: { value } })
}

/** No setting of the site, so that pages and caches ignore it. */
const LAST_BACKUP = 'lastBackupAt'

/** Returns when the last backup ended; null before the first. */
export async function findLastBackup(db: Database | Tx): Promise<Date | null> {
  const row = await db.siteSetting.findUnique({ where: { key: LAST_BACKUP } })
  return row && new Date(row.value)
}

export async function saveLastBackup(db: Database | Tx, at: Date): Promise<void> {
  const value = at.toISOString()
  await db.siteSetting.upsert({
    where: { key: LAST_BACKUP },
    create: { key: LAST_BACKUP, value },
    update: { value },
  })
}

type LimitRow = SettingRow & { organisationId: string }

export function listLimitRows(db: Database | Tx): Promise<LimitRow[]> {
  return db.organisationLimit.findMany()
}

/** Null deletes it. */
export async function saveLimitRow(
  tx: Tx,
  { organisationId, key }: { organisationId: string; key: string },
  value: string | null,
): Promise<void> {
  if (value === null) await tx.organisationLimit.deleteMany({ where: { organisationId, key } })
  else
    await tx.organisationLimit.upsert({
      where: { organisationId_key: { organisationId, key } },
      create: { organisationId, key, value },
      update: { value },
    })
}

type SealedSecretRow = Omit<SealedSecret, 'createdAt'>

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

/** Returns false if the secret was replaced in the meantime. */
export async function rewrapSealed(
  db: Database,
  { id, keyId }: Pick<SealedSecretRow, 'id' | 'keyId'>,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  return (await db.sealedSecret.updateMany({ where: { id, keyId }, data: wrapped })).count === 1
}
