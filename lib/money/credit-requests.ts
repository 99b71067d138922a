/** Requests for credit, which admins answer on the page Money. */

import { z } from 'zod'
import { listAdminIds } from '../accounts/rows/users.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireAdmin, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { formatMicros, formatMicrosOrNull } from '../kernel/money.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField, LineField } from '../kernel/validation/text-fields.ts'
import { sendNotice, sendNoticeOnce } from '../notices/send-notice.ts'
import { answeredError } from './model/answered-error.ts'
import { OptionalAmount } from './model/optional-amount.ts'
import {
  declineCreditRequestRow,
  hasOpenCreditRequest,
  insertCreditRequest,
  listOpenCreditRequests,
} from './rows/credit-request-rows.ts'

const Given = z.object({ amount: OptionalAmount, reason: LineField.trim().default('') })

/**
 * Asks the admins for credit, which they grant or decline. They are notified once a day per organisation. Throws
 * UNAUTHENTICATED, INVALID_INPUT, and CONFLICT while a request of the organisation is open.
 */
export async function requestCredit(ctx: Context, given: unknown = {}): Promise<void> {
  const { userId, organisationId, organisationName, name, email } = requireViewer(ctx)
  const { amount, reason } = parseFields(Given, given)
  await ctx.db.$transaction(async (tx) => {
    const id = await insertCreditRequest(tx, { organisationId, userId, amountMicros: amount, reason })
    if (!id)
      throw new AppError('CONFLICT', {
        message: 'Credit is requested already.',
        suggestedAction: 'You are notified once an admin has answered.',
      })
    const wish = amount === null ? 'credit' : `${formatMicros(amount)} USDC of credit`
    await sendNoticeOnce(tx, { key: `credit.requested:${organisationId}`, days: 1 }, () => listAdminIds(tx), {
      kind: 'credit.requested',
      title: `${name} asks for ${wish}`,
      body: [`For ${organisationName}, ${email}.`, reason].filter(Boolean).join(' '),
      href: `${paths.money}?${new URLSearchParams({ q: email })}`,
    })
  })
}

/** True while a request of the viewer's organisation is open. Throws UNAUTHENTICATED. */
export function isCreditRequested(ctx: Context): Promise<boolean> {
  return hasOpenCreditRequest(ctx.db, requireViewer(ctx).organisationId)
}

export type CreditRequest = {
  id: string
  organisationId: string
  organisationName: string
  personName: string
  email: string
  /** Decimal USDC; null if none was named. */
  amount: string | null
  reason: string
  atMs: number
}

const MAX_SHOWN = 100

/** Returns the open requests, oldest first. Throws UNAUTHENTICATED, POLICY_DENIED unless an admin asks. */
export async function listCreditRequests(ctx: Context): Promise<CreditRequest[]> {
  requireAdmin(ctx)
  const rows = await listOpenCreditRequests(ctx.db, MAX_SHOWN)
  return rows.map(({ id, organisationId, organisation, user, amountMicros, reason, createdAt }) => ({
    ...{ id, organisationId, reason, email: user.email },
    organisationName: organisation.name,
    personName: user.name,
    amount: formatMicrosOrNull(amountMicros),
    atMs: createdAt.getTime(),
  }))
}

const Declined = z.object({
  id: IdField.min(1),
  note: LineField.trim().min(1, 'Enter a reason. The person who asked reads it.'),
})

/** Throws POLICY_DENIED unless an admin asks, CONFLICT if the request is no longer open, INVALID_INPUT. */
export async function declineCredit(ctx: Context, given: unknown): Promise<void> {
  const admin = requireAdmin(ctx)
  const { id, note } = parseFields(Declined, given)
  await ctx.db.$transaction(async (tx) => {
    const request = await declineCreditRequestRow(tx, id, new Date())
    if (!request) throw answeredError()
    const { organisationId, userId, organisation } = request
    await sendNotice(tx, [userId], {
      kind: 'credit.declined',
      title: 'Your request for credit was declined',
      body: note,
      href: paths.wallet,
    })
    await recordAudit(tx, {
      actor: admin,
      action: 'money.decline_credit',
      subjectType: 'money',
      subjectId: organisationId,
      subject: organisation.name,
      data: { note },
    })
  })
}
