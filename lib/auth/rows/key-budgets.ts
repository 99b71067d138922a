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

/** Locks the keys and all minted from them, in the same order: a revocation cannot deadlock with calls. */
export async function lockFamilies(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT "id" FROM "ApiKey" WHERE "id" = ANY(${[...ids]}) OR "ancestorIds" && ${[...ids]}
    ORDER BY "id" FOR NO KEY UPDATE`
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
