import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireOrganisationAdmin, requireScope, requireViewer } from '../context/context.ts'
import { formatMicros, formatMicrosOrNull, parseAmount, startOfDay } from '../kernel/money.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { moveToWallet } from './payments.ts'
import { findBalances, findDailyCap, saveDailyCap, sumSpending } from './rows/ledger.ts'

export type Wallet = {
  balance: string
  reserved: string
  earnings: string
  /** Earnings that are set aside for a requested payout. */
  requested: string
  /** What it owes after a recall; earnings repay it first. */
  owed: string
  dailyCap: string | null
  spentToday: string
  organisationName: string
  canManage: boolean
}

/**
 * Returns the organisation's money in decimal USDC; `dailyCap` is null without a limit. Throws UNAUTHENTICATED,
 * POLICY_DENIED (scope).
 */
export async function getWallet(ctx: Context): Promise<Wallet> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  requireScope(ctx, 'read')
  const [wallet, hold, earnings, payable, debt] = [
    `wallet:${organisationId}`,
    `hold:${organisationId}`,
    `earnings:${organisationId}`,
    `payable:${organisationId}`,
    `debt:${organisationId}`,
  ] as const
  const [balances, cap, spent] = await Promise.all([
    findBalances(ctx.db, [wallet, hold, earnings, payable, debt]),
    findDailyCap(ctx.db, organisationId),
    sumSpending(ctx.db, { organisationId, since: startOfDay() }),
  ])
  return {
    balance: formatMicros(balances[wallet] ?? 0n),
    reserved: formatMicros(balances[hold] ?? 0n),
    earnings: formatMicros(balances[earnings] ?? 0n),
    requested: formatMicros(balances[payable] ?? 0n),
    owed: formatMicros(-(balances[debt] ?? 0n)),
    dailyCap: formatMicrosOrNull(cap),
    spentToday: formatMicros(spent),
    organisationName,
    canManage: organisationRole !== 'MEMBER',
  }
}

const amount = (isEmptyAllowed: boolean) =>
  z
    .string()
    .trim()
    .transform((text, context) => {
      if (text === '' && isEmptyAllowed) return null
      const micros = parseAmount(text)
      if (micros !== null) return micros
      context.addIssue({
        code: 'custom',
        message: 'Enter an amount like 5 or 0.50, with at most 6 decimal places.',
      })
      return z.NEVER
    })

const Cap = z.object({ cap: amount(true) })

/**
 * Sets the most that the organisation spends in a day; "" removes the cap. Throws UNAUTHENTICATED, POLICY_DENIED (not
 * an admin of the organisation), INVALID_INPUT.
 */
export async function setDailyCap(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const { cap } = parseFields(Cap, given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await saveDailyCap(tx, organisationId, cap)
    await recordAudit(tx, {
      actor: viewer,
      action: 'wallet.cap',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { cap: formatMicrosOrNull(cap) },
    })
  })
}

const Move = z.object({ amount: amount(false) })

/** Moves earnings to the wallet. Throws as `setDailyCap` and `moveToWallet`. */
export async function moveEarnings(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const { amount: amountMicros } = parseFields(Move, given)
  const { organisationId, organisationName, userId: actorId } = viewer
  await ctx.db.$transaction(async (tx) => {
    await moveToWallet(tx, { organisationId, amountMicros: amountMicros ?? 0n, actorId })
    await recordAudit(tx, {
      actor: viewer,
      action: 'wallet.move',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { amount: formatMicros(amountMicros ?? 0n) },
    })
  })
}
