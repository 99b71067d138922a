import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type SealedValue, sealedValueFields } from './config-value-rows.ts'

/** What the publisher allows, beside its own test runs. */
export type TestConfigUses = { forReviewers: boolean; forLiveChecks: boolean }

export type TestConfigRow = TestConfigUses & { organisationId: string; values: SealedValue[] }

/** Returns null if the draft has no test settings, or there is no draft. */
export function findTestConfig(db: Database | Tx, skillSetId: string): Promise<TestConfigRow | null> {
  return db.testConfig.findUnique({
    where: { skillSetId },
    select: {
      organisationId: true,
      forReviewers: true,
      forLiveChecks: true,
      values: { select: sealedValueFields },
    },
  })
}

/**
 * Creates the test settings of a draft, or changes who else may use them. The draft's row is locked until the
 * transaction ends, so that it is not deleted meanwhile. Returns false if there is no draft.
 */
export async function upsertTestConfig(
  tx: Tx,
  { skillSetId, ...data }: { skillSetId: string; organisationId: string } & Partial<TestConfigUses>,
): Promise<boolean> {
  const drafts = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Draft" WHERE "skillSetId" = ${skillSetId} FOR UPDATE`
  if (drafts.length === 0) return false
  // Those of a former owner, if the SkillSet was transferred while they were saved.
  await tx.testConfig.deleteMany({ where: { skillSetId, organisationId: { not: data.organisationId } } })
  await tx.testConfig.upsert({ where: { skillSetId }, create: { skillSetId, ...data }, update: data })
  return true
}

type NewTestValue = Omit<SealedValue, 'updatedAt' | 'sealed'> & {
  skillSetId: string
  sealed: Uint8Array<ArrayBuffer>
  updatedById: string
}

export async function upsertTestValue(tx: Tx, value: NewTestValue): Promise<void> {
  const { skillSetId, key, ...rest } = value
  await tx.testConfigValue.upsert({
    where: { skillSetId_key: { skillSetId, key } },
    create: value,
    update: rest,
  })
}

export async function deleteTestValues(tx: Tx, skillSetId: string, keys: readonly string[]): Promise<void> {
  await tx.testConfigValue.deleteMany({ where: { skillSetId, key: { in: [...keys] } } })
}

/** Deletes all test settings of the drafts, with what else may use them. */
export async function deleteTestConfigs(tx: Tx, skillSetIds: readonly string[]): Promise<void> {
  await tx.testConfig.deleteMany({ where: { skillSetId: { in: [...skillSetIds] } } })
}

export async function countTestValuesByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.testConfigValue.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

export type WrappedTestValue = {
  organisationId: string
  /** "skillSetId/key" */
  id: string
  sealed: Uint8Array<ArrayBuffer>
  keyId: string
}

export async function listTestValuesWrappedBy(db: Database, keyId: string): Promise<WrappedTestValue[]> {
  const rows = await db.testConfigValue.findMany({
    where: { keyId },
    include: { testConfig: { select: { organisationId: true } } },
  })
  return rows.map(({ skillSetId, key, sealed, testConfig }) => ({
    organisationId: testConfig.organisationId,
    id: `${skillSetId}/${key}`,
    ...{ sealed, keyId },
  }))
}

/**
 * Stores a value under another master key. The time of the value stays, because it is no new setting. Returns false if
 * the value changed in the meantime.
 */
export async function rewrapTestValue(
  db: Database,
  { id, keyId }: Pick<WrappedTestValue, 'id' | 'keyId'>,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  const [skillSetId = '', key = ''] = id.split('/')
  // A value that is replaced meanwhile has the new key.
  const row = await db.testConfigValue.findFirst({ where: { skillSetId, key, keyId } })
  if (!row) return false
  const { updatedAt } = row
  const { count } = await db.testConfigValue.updateMany({
    where: { skillSetId, key, keyId, updatedAt },
    data: { ...wrapped, updatedAt },
  })
  return count === 1
}
