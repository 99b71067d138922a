/** What an organisation has, may spend and has earned. Floor 3. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin, requireScope, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { amountOf, parseAmount, startOfDay } from '../contract/money/money.ts'
import { findBalances } from '../db/ledger.ts'
import { findDailyCap, saveDailyCap, sumSpent } from '../db/spending.ts'
import { moveToWallet } from './payments.ts'

/** Amounts are decimal USDC. */
export type Wallet = {
  balance: string
  /** Put aside by runs that have not ended. */
  held: string
  earnings: string
  /** Null for no cap. */
  dailyCap: string | null
  spentToday: string
  organisationName: string
  /** May set the cap and move earnings. */
  canManage: boolean
}

/** Every member may look. Throws UNAUTHENTICATED. */
export async function getWallet(ctx: Context): Promise<Wallet> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  requireScope(ctx, 'read')
  const [wallet, hold, earnings] = [
    `wallet:${organisationId}`,
    `hold:${organisationId}`,
    `earnings:${organisationId}`,
  ] as const
  const [balances, cap, spent] = await Promise.all([
    findBalances(ctx.db, [wallet, hold, earnings]),
    findDailyCap(ctx.db, organisationId),
    sumSpent(ctx.db, { organisationId, since: startOfDay() }),
  ])
  return {
    balance: amountOf(balances[wallet] ?? 0n),
    held: amountOf(balances[hold] ?? 0n),
    earnings: amountOf(balances[earnings] ?? 0n),
    dailyCap: cap === null ? null : amountOf(cap),
    spentToday: amountOf(spent),
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
        message: 'Give an amount like 5 or 0.50, with at most 6 digits after the point.',
      })
      return z.NEVER
    })

const Cap = z.object({ cap: amount(true) })

/** Sets the most that all runs together may cost in a day; "" for no cap. Throws POLICY_DENIED for plain members. */
export async function setDailyCap(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const { cap } = parseWith(Cap, given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await saveDailyCap(tx, organisationId, cap)
    await recordAudit(tx, {
      actor: viewer,
      action: 'wallet.cap',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { cap: cap === null ? null : amountOf(cap) },
    })
  })
}

const Move = z.object({ amount: amount(false) })

/** Puts earnings into the wallet. Throws POLICY_DENIED for plain members, PAYMENT_REQUIRED when they are less. */
export async function moveEarnings(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const { amount: amountMicros } = parseWith(Move, given)
  const { organisationId, organisationName, userId: actorId } = viewer
  await ctx.db.$transaction(async (tx) => {
    await moveToWallet(tx, { organisationId, amountMicros: amountMicros ?? 0n, actorId })
    await recordAudit(tx, {
      actor: viewer,
      action: 'wallet.move',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { amount: amountOf(amountMicros ?? 0n) },
    })
  })
}
