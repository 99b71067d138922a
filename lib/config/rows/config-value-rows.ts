import type { InstallKey } from '../../installs/rows/installs.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type SealedValue = {
  key: string
  sealed: Uint8Array
  /** The master key that encrypted the value. */
  keyId: string
  wasSecret: boolean
  /** For secrets: "raw" and the hosts that `permissions.secrets` declared when it was set. */
  consentedUses: string[]
  /** Last four characters of longer secrets. */
  hint: string | null
  updatedAt: Date
}

export const sealedValueFields = {
  key: true,
  sealed: true,
  keyId: true,
  wasSecret: true,
  consentedUses: true,
  hint: true,
  updatedAt: true,
} as const

export function listConfigValues(db: Database | Tx, installKey: InstallKey): Promise<SealedValue[]> {
  const { organisationId, skillSetId } = installKey
  return db.configValue.findMany({
    where: { organisationId, skillSetId },
    select: sealedValueFields,
  })
}

type NewValue = InstallKey & {
  key: string
  sealed: Uint8Array<ArrayBuffer>
  keyId: string
  wasSecret: boolean
  consentedUses: string[]
  hint: string | null
  updatedById: string
}

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
  installKey: InstallKey,
  keys: readonly string[] | 'all',
): Promise<void> {
  const { organisationId, skillSetId } = installKey
  await db.configValue.deleteMany({
    where: { organisationId, skillSetId, ...(keys !== 'all' && { key: { in: [...keys] } }) },
  })
}

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

export async function countByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.configValue.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

export type WrappedValue = InstallKey & { key: string; sealed: Uint8Array; keyId: string; updatedAt: Date }

export function listWrappedBy(
  db: Database,
  keyId: string,
  { after, take }: { after?: WrappedValue | undefined; take: number },
): Promise<WrappedValue[]> {
  return db.configValue.findMany({
    where: { keyId, ...(after && isPast(after)) },
    select: { organisationId: true, skillSetId: true, key: true, sealed: true, keyId: true, updatedAt: true },
    orderBy: [{ organisationId: 'asc' }, { skillSetId: 'asc' }, { key: 'asc' }],
    take,
  })
}

// A cursor does not work here: the row that it names has moved to another master key by the next page.
function isPast({ organisationId, skillSetId, key }: WrappedValue) {
  return {
    OR: [
      { organisationId: { gt: organisationId } },
      { organisationId, skillSetId: { gt: skillSetId } },
      { organisationId, skillSetId, key: { gt: key } },
    ],
  }
}

/**
 * Stores a value under another master key. The time of the value stays, because it is no new setting. Returns false if
 * the value changed in the meantime.
 */
export async function rewrapValue(
  db: Database,
  { organisationId, skillSetId, key, keyId, updatedAt }: WrappedValue,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  const { count } = await db.configValue.updateMany({
    where: { organisationId, skillSetId, key, keyId, updatedAt },
    data: { ...wrapped, updatedAt },
  })
  return count === 1
}
