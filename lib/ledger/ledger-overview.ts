/** The whole ledger at a glance, for admins. Floor 3. */
import { type Context, requireAdmin } from '../context.ts'
import { amountOf } from '../contract/money/money.ts'
import { sumLedger } from '../db/ledger.ts'
import { findOrganisationsByText } from '../db/organisations.ts'
import { feePercent } from './fee.ts'

export type LedgerOverview = {
  /** Decimal USDC. */
  fees: string
  granted: string
  promoted: string
  paidOut: string
  /** "0", or something is very wrong. */
  total: string
  feePercent: string
}

/** Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function getLedgerOverview(ctx: Context): Promise<LedgerOverview> {
  requireAdmin(ctx)
  const { total, platform } = await sumLedger(ctx.db)
  return {
    fees: amountOf(platform.fee),
    granted: amountOf(-platform.grant),
    promoted: amountOf(-platform.promotion),
    paidOut: amountOf(platform.payout),
    total: amountOf(total),
    feePercent: feePercent(),
  }
}

export type OrganisationChoice = {
  id: string
  name: string
  people: string
  balance: string
  earnings: string
}

/** Organisations by name, or by a member's email: whom to grant something. For admins only. */
export async function findOrganisations(ctx: Context, text: string): Promise<OrganisationChoice[]> {
  requireAdmin(ctx)
  const rows = await findOrganisationsByText(ctx.db, text.trim().slice(0, 100))
  return rows.map(({ wallet, earnings, ...row }) => ({
    ...row,
    balance: amountOf(wallet),
    earnings: amountOf(earnings),
  }))
}
