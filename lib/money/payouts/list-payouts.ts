import { type Context, requireAdmin, requireOrganisationAdmin, requireScope } from '../../context/context.ts'
import { formatMicros } from '../../kernel/money.ts'
import { readSetting } from '../../settings/read-settings.ts'
import type { PayoutSchedule } from '../../settings/setting-table.ts'
import { listPayoutsOf, listRequestedPayouts, type PayoutRow, type PayoutState } from '../rows/payout-rows.ts'
import { findPayeeOfPayout, getPayee, type Payee, type PayeeDetails } from './payee.ts'

export type PayoutView = {
  id: string
  /** Decimal USDC. */
  amount: string
  state: PayoutState
  note: string
  requestedAtMs: number
  decidedAtMs: number | null
}

export type OwnPayouts = {
  payee: Payee | null
  /** Newest first. */
  payouts: PayoutView[]
  /** The smallest payout in decimal USDC. */
  minimum: string
  schedule: PayoutSchedule
}

const MAX_SHOWN = 100

/** Throws UNAUTHENTICATED, POLICY_DENIED unless an owner or admin of the organisation asks. */
export async function getOwnPayouts(ctx: Context): Promise<OwnPayouts> {
  const { organisationId } = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const [payee, rows, minimum, schedule] = await Promise.all([
    getPayee(ctx),
    listPayoutsOf(ctx.db, organisationId, MAX_SHOWN),
    readSetting(ctx.db, 'payoutMinimum'),
    readSetting(ctx.db, 'payoutSchedule'),
  ])
  return { payee, payouts: rows.map(toView), minimum: formatMicros(minimum), schedule }
}

export type RequestedPayout = PayoutView & {
  organisationId: string
  organisationName: string
  /** Null if this server cannot decrypt it. */
  payee: PayeeDetails | null
}

/** Returns the open requests, oldest first. Throws UNAUTHENTICATED, POLICY_DENIED unless an admin asks. */
export async function listOpenPayouts(ctx: Context): Promise<RequestedPayout[]> {
  requireAdmin(ctx)
  const rows = await listRequestedPayouts(ctx.db, MAX_SHOWN)
  return Promise.all(
    rows.map(async ({ organisationName, ...row }) => ({
      ...toView(row),
      organisationId: row.organisationId,
      organisationName,
      payee: await findPayeeOfPayout(ctx.db, row.id),
    })),
  )
}

export function toView({ id, amountMicros, state, note, createdAt, decidedAt }: PayoutRow): PayoutView {
  return {
    ...{ id, state, note },
    amount: formatMicros(amountMicros),
    requestedAtMs: createdAt.getTime(),
    decidedAtMs: decidedAt?.getTime() ?? null,
  }
}
