import { type Context, requireAdmin } from '../context/context.ts'
import { formatMicros } from '../kernel/money.ts'
import { findOrganisationsByText } from '../organisations/rows/organisations.ts'
import { readSetting } from '../settings/read-settings.ts'
import { sumLedger } from './rows/ledger.ts'

type LedgerOverview = {
  fees: string
  granted: string
  promoted: string
  paidOut: string
  total: string
  feePercent: string
}

/** Amounts are decimal USDC. Throws UNAUTHENTICATED, and POLICY_DENIED unless an admin asks. */
export async function getLedgerOverview(ctx: Context): Promise<LedgerOverview> {
  requireAdmin(ctx)
  const { total, platform } = await sumLedger(ctx.db)
  return {
    fees: formatMicros(platform.fee),
    granted: formatMicros(-platform.grant),
    promoted: formatMicros(-platform.promotion),
    paidOut: formatMicros(platform.payout),
    total: formatMicros(total),
    feePercent: await readSetting(ctx.db, 'feePercent'),
  }
}

export type OrganisationChoice = {
  id: string
  name: string
  people: string
  balance: string
  earnings: string
}

/** Returns some that match by name or person. Throws as `getLedgerOverview`. */
export async function findOrganisations(ctx: Context, text: string): Promise<OrganisationChoice[]> {
  requireAdmin(ctx)
  const rows = await findOrganisationsByText(ctx.db, text.trim().slice(0, 100))
  return rows.map(({ wallet, earnings, ...row }) => ({
    ...row,
    balance: formatMicros(wallet),
    earnings: formatMicros(earnings),
  }))
}
