/** Config values at rest: sealed bytes and what may be told of them. Floor 1; knows no keys. */
import type { Database, Tx } from './client.ts'
import type { InstallPlace } from './installs.ts'

export type SealedValue = {
  key: string
  sealed: Uint8Array
  /** Which master key wrapped it. */
  keyId: string
  /** It was given for a definition that keeps it secret. */
  wasSecret: boolean
  /** Of a secret: what was to become of it when it was given. */
  givenFor: string[]
  /** Last four characters, of longer secrets only. */
  hint: string | null
  updatedAt: Date
}

export function listConfigValues(db: Database | Tx, place: InstallPlace): Promise<SealedValue[]> {
  const { organisationId, skillSetId } = place
  return db.configValue.findMany({
    where: { organisationId, skillSetId },
    select: {
      key: true,
      sealed: true,
      keyId: true,
      wasSecret: true,
      givenFor: true,
      hint: true,
      updatedAt: true,
    },
  })
}

type NewValue = InstallPlace & {
  key: string
  sealed: Uint8Array<ArrayBuffer>
  keyId: string
  wasSecret: boolean
  givenFor: string[]
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

/** How many values each master key has wrapped. */
export async function countByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.configValue.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

export type WrappedValue = InstallPlace & { key: string; sealed: Uint8Array; keyId: string; updatedAt: Date }

/** The next values that a master key has wrapped, past those that were looked at before. */
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

// No cursor: the row it would stand on is under another key by then.
function isPast({ organisationId, skillSetId, key }: WrappedValue) {
  return {
    OR: [
      { organisationId: { gt: organisationId } },
      { organisationId, skillSetId: { gt: skillSetId } },
      { organisationId, skillSetId, key: { gt: key } },
    ],
  }
}

/** Writes a value's new wrapping; false when somebody has set or cleared the value meanwhile. When it was set stays. */
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
