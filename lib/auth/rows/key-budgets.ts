import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { KeyBudget } from '../model/key-budget.ts'

export type BudgetRow = KeyBudget & {
  id: string
  name: string
  expiresAt: Date | null
  revokedAt: Date | null
  dailyCapMicros: bigint | null
  spentMicros: bigint
  runCount: number
}

/** Locks the keys and returns them, the first of the chain first. Always in the order of ids, so that two calls cannot deadlock. */
export async function lockBudgets(tx: Tx, ids: readonly string[]): Promise<BudgetRow[]> {
  const rows = await tx.$queryRaw<BudgetRow[]>`
    SELECT "id", "name", "expiresAt", "revokedAt", "dailyCapMicros", "ancestorIds", "maxPriceMicros", "confirmAboveMicros",
      "totalCapMicros", "maxRuns", "spentMicros", "runCount"
    FROM "ApiKey" WHERE "id" = ANY(${[...ids]}) ORDER BY "id" FOR NO KEY UPDATE`
  return rows.toSorted((a, b) => a.ancestorIds.length - b.ancestorIds.length)
}

export async function addToBudgets(
  tx: Tx,
  ids: readonly string[],
  { spentMicros, runs = 0 }: { spentMicros: bigint; runs?: number },
): Promise<void> {
  await tx.apiKey.updateMany({
    where: { id: { in: [...ids] } },
    data: { spentMicros: { increment: spentMicros }, runCount: { increment: runs } },
  })
}

const BUDGET = {
  ancestorIds: true,
  maxPriceMicros: true,
  confirmAboveMicros: true,
  totalCapMicros: true,
  maxRuns: true,
} as const

export function findBudget(db: Database | Tx, id: string): Promise<KeyBudget | null> {
  return db.apiKey.findUnique({ where: { id }, select: BUDGET })
}

export function listBudgets(db: Database | Tx, ids: readonly string[]): Promise<KeyBudget[]> {
  return db.apiKey.findMany({ where: { id: { in: [...ids] } }, select: BUDGET })
}

/** Returns the names of a key and of those that it was minted from, the first one first; [] for an unknown key. */
export async function listKeyChain(db: Database | Tx, id: string): Promise<string[]> {
  const chains = await listKeyChains(db, [id])
  return chains.get(id) ?? []
}

/** Returns by its id the names of each key's chain, the first one first. Unknown keys are absent. */
export async function listKeyChains(
  db: Database | Tx,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const select = { id: true, name: true, ancestorIds: true } as const
  const keys = await db.apiKey.findMany({ where: { id: { in: [...ids] } }, select })
  const above = [...new Set(keys.flatMap(({ ancestorIds }) => ancestorIds))]
  const ancestors = above.length > 0 ? await db.apiKey.findMany({ where: { id: { in: above } }, select }) : []
  const names = new Map([...keys, ...ancestors].map(({ id, name }) => [id, name]))
  return new Map(
    keys.map(({ id, ancestorIds }) => [id, [...ancestorIds, id].flatMap((each) => names.get(each) ?? [])]),
  )
}

type NewConfirmation = {
  keyId: string
  skillName: string
  digest: string
  amountMicros: bigint
  expiresAt: Date
}

export function insertConfirmation(tx: Tx, confirmation: NewConfirmation): Promise<{ id: string }> {
  return tx.spendingConfirmation.create({ data: confirmation, select: { id: true } })
}

type SameCall = { keyId: string; digest: string; amountMicros: bigint; now: Date }

/** Returns the unused confirmation of a call that is still valid, confirmed before waiting before refused; null if there is none. */
export function findConfirmation(db: Database | Tx, { keyId, digest, amountMicros, now }: SameCall) {
  return db.spendingConfirmation.findFirst({
    where: { keyId, digest, runId: null, expiresAt: { gt: now }, amountMicros: { gte: amountMicros } },
    select: { id: true, isConfirmed: true },
    // true, null, false
    orderBy: [{ isConfirmed: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  })
}

/** Uses the confirmation of a call for a run. Returns false if there is none. */
export async function redeemConfirmation(tx: Tx, call: SameCall & { runId: string }): Promise<boolean> {
  const found = await findConfirmation(tx, call)
  if (!found?.isConfirmed) return false
  const { count } = await tx.spendingConfirmation.updateMany({
    where: { id: found.id, runId: null },
    data: { runId: call.runId },
  })
  return count === 1
}

/** How many calls of a key and of those minted from it wait for a person. */
export function countSpendingConfirmations(tx: Tx, firstKeyId: string, now: Date): Promise<number> {
  return tx.spendingConfirmation.count({
    where: {
      decidedAt: null,
      expiresAt: { gt: now },
      key: { OR: [{ id: firstKeyId }, { ancestorIds: { has: firstKeyId } }] },
    },
  })
}

export function findConfirmationWithKey(db: Database | Tx, id: string) {
  return db.spendingConfirmation.findUnique({
    where: { id },
    include: { key: { select: { id: true, name: true, userId: true, organisationId: true } } },
  })
}

/** Returns false if it was decided already. */
export async function decideConfirmationRow(
  tx: Tx,
  { id, isConfirmed, at }: { id: string; isConfirmed: boolean; at: Date },
): Promise<boolean> {
  const { count } = await tx.spendingConfirmation.updateMany({
    where: { id, decidedAt: null, expiresAt: { gt: at } },
    data: { isConfirmed, decidedAt: at },
  })
  return count === 1
}

export async function deleteConfirmationsBefore(tx: Tx, keyId: string, before: Date): Promise<void> {
  await tx.spendingConfirmation.deleteMany({ where: { keyId, expiresAt: { lt: before } } })
}
