/** Config values at rest: sealed bytes and what may be told of them. Floor 1; knows no keys. */
import type { Database, Tx } from './client.ts'
import type { InstallPlace } from './installs.ts'

export type SealedValue = {
  key: string
  sealed: Uint8Array
  /** Which master key wrapped it. */
  keyId: string
  /** Last four characters, of longer secrets only. */
  hint: string | null
  updatedAt: Date
}

export function listConfigValues(db: Database | Tx, place: InstallPlace): Promise<SealedValue[]> {
  const { organisationId, skillSetId } = place
  return db.configValue.findMany({
    where: { organisationId, skillSetId },
    select: { key: true, sealed: true, keyId: true, hint: true, updatedAt: true },
  })
}

type NewValue = InstallPlace & {
  key: string
  sealed: Uint8Array<ArrayBuffer>
  keyId: string
  hint: string | null
  updatedById: string
}

/** Puts a value in its place, whether there was one or not. */
export async function upsertConfigValue(tx: Tx, value: NewValue): Promise<void> {
  const { organisationId, skillSetId, key, ...rest } = value
  await tx.configValue.upsert({
    where: { organisationId_skillSetId_key: { organisationId, skillSetId, key } },
    create: value,
    update: rest,
  })
}

export async function deleteConfigValues(
  db: Database | Tx,
  place: InstallPlace,
  keys: readonly string[] | 'all',
): Promise<void> {
  const { organisationId, skillSetId } = place
  await db.configValue.deleteMany({
    where: { organisationId, skillSetId, ...(keys !== 'all' && { key: { in: [...keys] } }) },
  })
}

/** Which keys an organisation has set, of which SkillSets; no values. */
export function listConfigKeys(db: Database | Tx, organisationId: string) {
  return db.configValue.findMany({
    where: { organisationId },
    select: {
      key: true,
      skillSetId: true,
      skillSet: { select: { slug: true, name: true, publisher: { select: { handle: true } } } },
    },
    orderBy: [{ skillSetId: 'asc' }, { key: 'asc' }],
  })
}
