/** Admins move money here; each movement is audited. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import type { AuditAction } from '../audit/model/audit-terms.ts'
import { type Context, requireAdmin, type Viewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { formatMicros, parseAmount } from '../kernel/money.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField, LineField } from '../kernel/validation/text-fields.ts'
import { clearNoticeMark } from '../notices/rows/notice-rows.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../organisations/rows/memberships.ts'
import { findOrganisationName } from '../organisations/rows/organisations.ts'
import { lockRoot, markRefunded } from '../runs/rows/run-family.ts'
import { answeredError } from './model/answered-error.ts'
import { lowBalanceMark } from './notify-spending.ts'
import { receivePayment } from './payments.ts'
import { markCreditGranted } from './rows/credit-request-rows.ts'
import {
  type AccountId,
  findBalances,
  listRefundedRuns,
  listTransferLines,
  lockAccount,
  type Posting,
  postTransfer,
} from './rows/ledger.ts'
import { deletePurchase } from './rows/skill-purchases.ts'

const Amount = z
  .string()
  .trim()
  .transform((text, context) => {
    const micros = parseAmount(text)
    if (micros !== null && micros > 0n) return micros
    context.addIssue({
      code: 'custom',
      message: 'Enter an amount like 5 or 0.05, with at most 6 decimal places.',
    })
    return z.NEVER
  })

const Given = z.object({
  organisationId: IdField.min(1, 'Choose an organisation.'),
  amount: Amount,
  note: LineField.trim().min(1, 'Enter a reason. It appears on the statement.'),
  /** The reference of the form, so that a double click grants once. */
  reference: z.uuid().optional(),
})

/** The request for credit that is granted; undefined for a grant that answers no request in particular. */
const Answered = z.object({ requestId: IdField.optional() })

/**
 * Grants credit to an organisation, once per reference; a repetition does nothing. Marks the organisation's open request as
 * granted. Throws UNAUTHENTICATED, POLICY_DENIED (not an admin), NOT_FOUND (no such organisation), INVALID_INPUT, and
 * CONFLICT if the request with `requestId` is no longer open.
 */
export async function grantCredit(ctx: Context, given: unknown): Promise<void> {
  requireAdmin(ctx)
  const { requestId } = parseFields(Answered, given)
  await recordMovement(ctx, given, 'grant', async (tx, payment) => {
    const { organisationId } = payment
    const isNew = await receivePayment(tx, 'grant', { ...payment, reference: `grant:${payment.reference}` })
    if (!isNew) return false
    const requesterId = await markCreditGranted(tx, { organisationId, id: requestId }, new Date())
    if (requestId !== undefined && requesterId === null) throw answeredError()
    await notifyOfCredit(tx, payment, requesterId)
    return true
  })
}

/** A movement of an admin. `reference` is its idempotency key. */
export type Movement = {
  organisationId: string
  amountMicros: bigint
  note: string
  reference: string
  actorId: string
}

/**
 * Parses and audits what an admin moves; `move` returns false if it was moved before. Throws UNAUTHENTICATED,
 * POLICY_DENIED (not an admin), NOT_FOUND (no such organisation), INVALID_INPUT.
 */
export async function recordMovement(
  ctx: Context,
  given: unknown,
  kind: 'grant' | 'payout',
  move: (tx: Tx, movement: Movement) => Promise<boolean>,
): Promise<void> {
  const admin = requireAdmin(ctx)
  const { organisationId, amount: amountMicros, note, reference = randomUUID() } = parseFields(Given, given)
  const organisation = await requireOrganisation(ctx, organisationId)
  await ctx.db.$transaction(async (tx) => {
    const movement = { organisationId, amountMicros, note, reference, actorId: admin.userId }
    if (!(await move(tx, movement))) return
    await auditMoney(tx, admin, `money.${kind}`, organisation, { amount: formatMicros(amountMicros), note })
  })
}

async function notifyOfCredit(
  tx: Tx,
  { organisationId, amountMicros, note }: Movement,
  requesterId: string | null,
): Promise<void> {
  await clearNoticeMark(tx, lowBalanceMark(organisationId))
  const admins = await listOrganisationAdminIds(tx, [organisationId])
  await sendNotice(tx, [...new Set([...admins, ...(requesterId === null ? [] : [requesterId])])], {
    kind: 'credit.granted',
    title: `You got ${formatMicros(amountMicros)} USDC of credit`,
    body: note,
    href: paths.wallet,
  })
}

const Refund = z.object({
  runId: IdField.trim().min(1, 'Enter a run ID.'),
  note: LineField.trim().min(1, 'Enter a reason. It appears on the statement.'),
})

/**
 * Refunds a run from the publishers' earnings and the fee; the text that it bought is withheld again. Throws POLICY_DENIED, NOT_FOUND for a run that was not charged,
 * CONFLICT if it was already refunded, PAYMENT_REQUIRED if a publisher has withdrawn the earnings, or requested their payout.
 */
export async function refundRun(ctx: Context, given: unknown): Promise<void> {
  const admin = requireAdmin(ctx)
  const { runId, note } = parseFields(Refund, given)
  await ctx.db.$transaction(async (tx) => {
    const settled = await listTransferLines(tx, { runId, kind: 'settle' })
    const paid = settled.filter(({ account }) => account === 'fee' || account.startsWith('earnings:'))
    // A recall refunds single runs of a family.
    await lockRoot(tx, runId)
    if ((await listTransferLines(tx, { runId, kind: 'refund' })).length > 0) throw refundedError()
    const refunded = await listRefundedRuns(
      tx,
      paid.flatMap(({ runId: paidRunId }) => paidRunId ?? []),
    )
    const reversed = paid.filter(({ runId: paidRunId }) => !paidRunId || !refunded.has(paidRunId))
    if (paid.length > 0 && reversed.length === 0) throw refundedError()
    const wallet = settled
      .find(({ account }) => account.startsWith('hold:'))
      ?.account.replace('hold:', 'wallet:')
    if (!wallet || reversed.length === 0)
      throw new AppError('NOT_FOUND', { message: 'There is no paid run with this ID.' })
    for (const [account, amountMicros] of totals(reversed))
      if (account !== 'fee') await requireRefundable(tx, account, amountMicros)
    const sum = reversed.reduce((total, { amountMicros }) => total + amountMicros, 0n)
    const lines = [
      ...reversed.map((line) => ({ ...line, amountMicros: -line.amountMicros })),
      { account: wallet as `wallet:${string}`, amountMicros: sum, runId },
    ]
    if (!(await postTransfer(tx, { kind: 'refund', runId, note, actorId: admin.userId, lines })))
      throw refundedError()
    await markRefunded(tx, runId, new Date())
    await deletePurchase(tx, runId)
    await auditMoney(
      tx,
      admin,
      'money.refund',
      { id: runId, name: runId },
      { amount: formatMicros(sum), note },
    )
  })
}

/** Throws PAYMENT_REQUIRED, with what an admin can do, if a publisher's earnings do not cover its part of a refund. */
async function requireRefundable(tx: Tx, account: AccountId, amountMicros: bigint): Promise<void> {
  const earned = await lockAccount(tx, account)
  if (earned >= amountMicros) return
  const payable = `payable:${account.slice('earnings:'.length)}` as const
  const requested = (await findBalances(tx, [payable]))[payable] ?? 0n
  const inPayout = requested > 0n ? ` A requested payout holds ${formatMicros(requested)} USDC more.` : ''
  throw new AppError('PAYMENT_REQUIRED', {
    message: `The refund takes ${formatMicros(amountMicros)} USDC from a publisher whose earnings are ${formatMicros(earned)} USDC.${inPayout}`,
    suggestedAction:
      earned + requested >= amountMicros
        ? 'Decline that payout and refund the run again, or grant credit to the customer instead.'
        : 'Grant credit to the customer instead.',
  })
}

function refundedError(): AppError {
  return new AppError('CONFLICT', { message: 'This run has already been refunded.', recoverable: false })
}

/** Returns the lines of the refund, sorted by account, which is the order in which accounts are locked. */
function totals(lines: readonly Posting[]): Map<AccountId, bigint> {
  const sums = new Map<AccountId, bigint>()
  for (const { account, amountMicros } of lines) sums.set(account, (sums.get(account) ?? 0n) + amountMicros)
  return new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function requireOrganisation(ctx: Context, id: string): Promise<{ id: string; name: string }> {
  const name = await findOrganisationName(ctx.db, id)
  if (name) return { id, name }
  const message = 'There is no organisation with this ID.'
  throw new AppError('NOT_FOUND', { message, issues: [{ path: '/organisationId', message }] })
}

function auditMoney(
  tx: Tx,
  actor: Viewer,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  data: JsonObject,
): Promise<void> {
  return recordAudit(tx, { actor, action, subjectType: 'money', subjectId: id, subject: name, data })
}
