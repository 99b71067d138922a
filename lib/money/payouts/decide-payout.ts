import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireAdmin, type Viewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatMicros } from '../../kernel/money.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField, LineField } from '../../kernel/validation/text-fields.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../../organisations/rows/memberships.ts'
import { findOrganisationName } from '../../organisations/rows/organisations.ts'
import { recordMovement } from '../grant-credit.ts'
import { payOutEarnings, payReserved } from '../payments.ts'
import { decidePayout, findPayout, insertPayout, type PayoutRow } from '../rows/payout-rows.ts'
import { keepPayeeOf } from './payee.ts'
import { decidedAlready, returnPayout } from './request-payout.ts'

const Decision = z.object({
  id: IdField.min(1),
  note: LineField.trim(),
})

const Paid = Decision.extend({
  note: LineField.trim().min(1, 'Enter the reference of the payment. It appears on the statement.'),
})

const Declined = Decision.extend({
  note: LineField.trim().min(1, 'Enter a reason. It appears on the statement.'),
})

/**
 * Records that a requested payout was made. Throws UNAUTHENTICATED, POLICY_DENIED (not an admin), NOT_FOUND, CONFLICT if it
 * was decided, INVALID_INPUT.
 */
export async function payPayout(ctx: Context, given: unknown): Promise<void> {
  const admin = requireAdmin(ctx)
  const { id, note } = parseFields(Paid, given)
  const payout = await requirePayout(ctx, id)
  await ctx.db.$transaction(async (tx) => {
    if (!(await decidePayout(tx, id, { state: 'paid', note, at: new Date() }))) throw decidedAlready()
    await payReserved(tx, { ...payout, actorId: admin.userId }, note)
    await notifyOfPayout(tx, payout, note)
    await audit(tx, admin, 'money.payout', payout, note)
  })
}

/** Gives the earnings of a requested payout back. Throws as `payPayout`. */
export async function declinePayout(ctx: Context, given: unknown): Promise<void> {
  const admin = requireAdmin(ctx)
  const { id, note } = parseFields(Declined, given)
  const payout = await requirePayout(ctx, id)
  await ctx.db.$transaction(async (tx) => {
    await returnPayout(tx, payout, { state: 'declined', note, actorId: admin.userId })
    await sendNotice(tx, await listOrganisationAdminIds(tx, [payout.organisationId]), {
      kind: 'payout.declined',
      title: `Your payout of ${formatMicros(payout.amountMicros)} USDC was declined`,
      body: note,
      href: paths.earnings,
    })
    await audit(tx, admin, 'money.decline_payout', payout, note)
  })
}

/**
 * Records a payout that nobody has requested, once per `reference`. Throws as `grantCredit`, and PAYMENT_REQUIRED if
 * earnings are too low.
 */
export function recordPayout(ctx: Context, given: unknown): Promise<void> {
  return recordMovement(ctx, given, 'payout', async (tx, movement) => {
    const { organisationId, amountMicros, note, reference: id } = movement
    if (!(await payOutEarnings(tx, { ...movement, reference: `payout:${id}` }))) return false
    const payout = await insertPayout(tx, {
      organisationId,
      amountMicros,
      paid: { id, note, at: new Date() },
    })
    if (!payout) throw decidedAlready()
    await keepPayeeOf(tx, payout)
    await notifyOfPayout(tx, payout, note)
    return true
  })
}

/** Tells the owners and admins of the organisation that they were paid. */
async function notifyOfPayout(
  tx: Tx,
  { id, organisationId, amountMicros }: Pick<PayoutRow, 'id' | 'organisationId' | 'amountMicros'>,
  note: string,
): Promise<void> {
  await sendNotice(tx, await listOrganisationAdminIds(tx, [organisationId]), {
    kind: 'payout.paid',
    title: `You were paid ${formatMicros(amountMicros)} USDC`,
    body: `Reference: ${note}`,
    href: paths.payout(id),
  })
}

async function requirePayout({ db }: Context, id: string): Promise<PayoutRow> {
  const payout = await findPayout(db, id)
  if (!payout) throw new AppError('NOT_FOUND', { message: 'There is no payout with this ID.' })
  return payout
}

async function audit(
  tx: Tx,
  actor: Viewer,
  action: 'money.payout' | 'money.decline_payout',
  { id, organisationId, amountMicros }: PayoutRow,
  note: string,
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action,
    subjectType: 'money',
    subjectId: organisationId,
    subject: await findOrganisationName(tx, organisationId),
    data: { amount: formatMicros(amountMicros), note, payout: id },
  })
}
