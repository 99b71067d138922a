/** Budgets of keys: each call counts for its key and for all keys that it was minted from. See docs/spec/execution.md §5. */

import { isBudgeted } from '../auth/model/key-budget.ts'
import { addToBudgets, type BudgetRow, findBudget, lockBudgets } from '../auth/rows/key-budgets.ts'
import { redeemConfirmation } from '../auth/rows/spending-confirmations.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { limitReached } from '../kernel/limit-reached.ts'
import { formatMicros, startOfDay } from '../kernel/money.ts'
import { paths } from '../kernel/site/paths.ts'
import { sumSpending } from './rows/ledger.ts'

export type BudgetedCall = {
  runId: string
  organisationId: string
  /** The most that the run can cost; 0 for a free one. */
  amountMicros: bigint
  /** The keys that it was minted from, the first one first, then the key itself. */
  keyIds: readonly string[]
  /** Of the skill, its version, the input and its files. */
  digest: string
}

/**
 * Counts a run for each key of the chain, all or none: the locked rows stop calls at the same time from using the same budget.
 * Runs in the transaction that records the run, after its money is held.
 *
 * Throws PAYMENT_REQUIRED or LIMIT_REACHED with the name of the key whose budget is too small, and POLICY_DENIED if one was
 * revoked or has expired.
 */
export async function countForBudgets(tx: Tx, call: BudgetedCall): Promise<void> {
  const { keyIds, amountMicros } = call
  const rows = await lockBudgets(tx, keyIds)
  // A key that ended before its first use is deleted when its chain mints another.
  if (rows.length < keyIds.length)
    throw new AppError('POLICY_DENIED', { message: 'This key was revoked, or has expired.' })
  for (const row of rows) await requireWithinBudget(tx, row, call)
  const threshold = lowestThreshold(rows)
  const keyId = keyIds.at(-1) ?? ''
  if (threshold !== null && amountMicros > threshold) {
    const now = new Date()
    if (!(await redeemConfirmation(tx, { ...call, keyId, now })))
      throw paymentRequired('The confirmation of this call was used for another run, or has expired.')
  }
  await addToBudgets(tx, keyIds, { spentMicros: amountMicros, runs: 1 })
}

async function requireWithinBudget(
  tx: Tx,
  row: BudgetRow,
  { organisationId, amountMicros }: BudgetedCall,
): Promise<void> {
  const { id, name, revokedAt, expiresAt, maxPriceMicros, totalCapMicros, dailyCapMicros, maxRuns } = row
  if (revokedAt || (expiresAt && expiresAt.getTime() <= Date.now()))
    throw new AppError('POLICY_DENIED', { message: `The key “${name}” was revoked, or has expired.` })
  if (maxRuns !== null && row.runCount >= maxRuns)
    throw limitReached('key_runs', {
      max: maxRuns,
      used: row.runCount,
      message: `The key “${name}” may make ${maxRuns} calls, and has made ${row.runCount}, with those of the keys minted from it.`,
    })
  if (amountMicros === 0n) return
  const cost = `This run costs up to ${formatMicros(amountMicros)} USDC`
  if (maxPriceMicros !== null && amountMicros > maxPriceMicros)
    throw paymentRequired(
      `${cost}, but a call of the key “${name}” may cost at most ${formatMicros(maxPriceMicros)}.`,
    )
  if (totalCapMicros !== null && row.spentMicros + amountMicros > totalCapMicros)
    throw paymentRequired(
      `${cost}, but the key “${name}” has spent or reserved ${formatMicros(row.spentMicros)} of its ${formatMicros(totalCapMicros)} USDC.`,
    )
  if (dailyCapMicros === null) return
  const spent = await sumSpending(tx, { organisationId, keyId: id, since: startOfDay() })
  if (spent + amountMicros > dailyCapMicros)
    throw paymentRequired(
      `${cost}, but the key “${name}” has spent or reserved ${formatMicros(spent)} of its ${formatMicros(dailyCapMicros)} USDC for today.`,
    )
}

/** Returns the lowest price above which a person has to confirm; null if there is none. */
export function lowestThreshold(rows: readonly Pick<BudgetRow, 'confirmAboveMicros'>[]): bigint | null {
  const [lowest = null] = rows
    .flatMap(({ confirmAboveMicros }) => (confirmAboveMicros === null ? [] : [confirmAboveMicros]))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return lowest
}

/** Gives back what a run had reserved and did not cost, to each key of the chain that counted it. */
export async function releaseBudgets(
  tx: Tx,
  { keyId, unusedMicros }: { keyId: string; unusedMicros: bigint },
): Promise<void> {
  const budget = unusedMicros > 0n && (await findBudget(tx, keyId))
  if (!budget || !isBudgeted(budget)) return
  const ids = [...budget.ancestorIds, keyId]
  await lockBudgets(tx, ids)
  await addToBudgets(tx, ids, { spentMicros: -unusedMicros })
}

function paymentRequired(message: string): AppError {
  return new AppError('PAYMENT_REQUIRED', {
    message,
    suggestedAction: 'Use a key with a larger budget, or a cheaper skill.',
    href: paths.keys,
  })
}
