import type { Database, Tx } from '../core/prisma-client.ts'

export type SettingRow = { key: string; value: string }

export function listSettingRows(db: Database | Tx): Promise<SettingRow[]> {
  return db.siteSetting.findMany({ select: { key: true, value: true } })
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

export type LimitRow = SettingRow & { organisationId: string }

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
