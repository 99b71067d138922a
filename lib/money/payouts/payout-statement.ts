import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatMicros } from '../../kernel/money.ts'
import { csvLine } from '../../kernel/text/csv.ts'
import { plural } from '../../kernel/text/plural.ts'
import { IdField } from '../../kernel/validation/text-fields.ts'
import { findOrganisationName } from '../../organisations/rows/organisations.ts'
import { countryName } from '../model/countries.ts'
import { statementLineLabel } from '../model/statement-labels.ts'
import { findPayout, sumSincePayoutBefore } from '../rows/payout-rows.ts'
import { type PayoutView, toView } from './list-payouts.ts'
import { findPayeeOfPayout, type PayeeDetails } from './payee.ts'

export type PayoutStatement = PayoutView & {
  organisationName: string
  payee: PayeeDetails | null
  /** The earnings after the payout before, and what is left after this one, in decimal USDC. */
  opening: string
  closing: string
  /** What changed the earnings in between. */
  lines: { label: string; skillName: string | null; count: number; amount: string }[]
}

/**
 * Returns what a payout consists of. Throws UNAUTHENTICATED, NOT_FOUND unless an owner or admin of its organisation, or an
 * admin of the site, asks.
 */
export async function getPayoutStatement(ctx: Context, id: string): Promise<PayoutStatement> {
  const viewer = requireViewer(ctx)
  requireScope(ctx, 'admin')
  const payout = IdField.safeParse(id).success ? await findPayout(ctx.db, id) : null
  const isOwn = payout?.organisationId === viewer.organisationId && viewer.organisationRole !== 'MEMBER'
  if (!payout || !(isOwn || viewer.role === 'ADMIN')) throw new AppError('NOT_FOUND')
  const [organisationName, payee, sums] = await Promise.all([
    findOrganisationName(ctx.db, payout.organisationId),
    findPayeeOfPayout(ctx.db, id),
    sumSincePayoutBefore(ctx.db, payout),
  ])
  return {
    ...toView(payout),
    organisationName,
    payee,
    opening: formatMicros(sums.openingMicros),
    closing: formatMicros(sums.closingMicros),
    lines: sums.lines.map(({ kind, skillName, count, amountMicros }) => ({
      label: statementLineLabel('earnings', { kind }),
      skillName,
      count,
      amount: formatMicros(amountMicros),
    })),
  }
}

/** Returns the statement as CSV: its terms, then what the amount consists of. Throws as `getPayoutStatement`. */
export async function writePayoutStatement(ctx: Context, id: string): Promise<string> {
  const { payee, lines, ...payout } = await getPayoutStatement(ctx, id)
  const terms = [
    ['Payout', payout.id],
    ['Publisher', payout.organisationName],
    ['State', payout.state],
    ['Requested', new Date(payout.requestedAtMs).toISOString()],
    ...(payout.decidedAtMs ? [['Decided', new Date(payout.decidedAtMs).toISOString()]] : []),
    ...(payout.note ? [['Reference', payout.note]] : []),
    ...(payee
      ? [
          ['Payee', payee.name],
          ['Address', payee.address],
          ['Country', countryName(payee.country)],
          ['Tax number', payee.taxNumber],
          ['Paid to', payee.payTo],
        ]
      : []),
  ]
  return [
    ['what', 'detail', 'amount_usdc'],
    ...terms.map(([what = '', detail = '']) => [what, detail, '']),
    ['Earnings before', '', payout.opening],
    ...lines.map(({ label, skillName, count, amount }) => [
      label,
      skillName === null ? '' : `${skillName}, ${plural(count, 'run')}`,
      amount,
    ]),
    ['This payout', '', `-${payout.amount}`],
    ['Earnings after', '', payout.closing],
  ]
    .map(csvLine)
    .join('')
}
