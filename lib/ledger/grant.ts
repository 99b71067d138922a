/**
 * What admins do with money: grants, refunds, payouts. Floor 3; each with its line in the audit log.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireAdmin, type Viewer } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { Id, Line } from '../contract/market/sent-text.ts'
import { amountOf, parseAmount } from '../contract/money/money.ts'
import type { Tx } from '../db/client.ts'
import { type AccountId, listTransferLines, type Posting, postTransfer } from '../db/ledger.ts'
import { findOrganisationName } from '../db/member-role.ts'
import { markRefunded } from '../db/run-family.ts'
import { AppError } from '../errors.ts'
import { lockEarnings, payOut, receive } from './payments.ts'

const Amount = z
  .string()
  .trim()
  .transform((text, context) => {
    const micros = parseAmount(text)
    if (micros !== null && micros > 0n) return micros
    context.addIssue({
      code: 'custom',
      message: 'Give an amount like 5 or 0.05, with at most 6 digits after the point.',
    })
    return z.NEVER
  })

const Given = z.object({
  organisationId: Id.min(1, 'Choose an organisation.'),
  amount: Amount,
  note: Line.trim().min(1, 'Say what it is for: the statement shows it.'),
  /** One per form that was filled, so that a double click gives once. */
  reference: z.uuid().optional(),
})

/** Fills an organisation's wallet. Throws POLICY_DENIED for anyone but admins, INVALID_INPUT, NOT_FOUND. */
export function grant(ctx: Context, given: unknown): Promise<void> {
  return move(ctx, given, 'grant', (tx, payment) => receive(tx, 'grant', payment))
}

/** Writes down that earnings were paid out, outside. Throws as `grant`, and PAYMENT_REQUIRED when they are less. */
export function recordPayout(ctx: Context, given: unknown): Promise<void> {
  return move(ctx, given, 'payout', payOut)
}

async function move(
  ctx: Context,
  given: unknown,
  kind: 'grant' | 'payout',
  pay: (tx: Tx, payment: Parameters<typeof payOut>[1]) => Promise<boolean>,
): Promise<void> {
  const admin = requireAdmin(ctx)
  const { organisationId, amount: amountMicros, note, reference = randomUUID() } = parseWith(Given, given)
  const organisation = await requireOrganisation(ctx, organisationId)
  await ctx.db.$transaction(async (tx) => {
    const payment = {
      organisationId,
      amountMicros,
      note,
      reference: `${kind}:${reference}`,
      actorId: admin.userId,
    }
    // False for a form that was sent before.
    if (await pay(tx, payment))
      await record(tx, admin, `money.${kind}`, organisation, { amount: amountOf(amountMicros), note })
  })
}

const Refund = z.object({
  runId: Id.trim().min(1, 'Which run?'),
  note: Line.trim().min(1, 'Say why: the statement shows it.'),
})

/**
 * Gives back all that a run cost: what publishers earned comes out of their earnings, the fee out of Guildhall's.
 *
 * Throws POLICY_DENIED for anyone but admins, NOT_FOUND for a run that was not charged, CONFLICT when it was refunded
 * before, PAYMENT_REQUIRED when a publisher has taken the earnings out already.
 */
export async function refundRun(ctx: Context, given: unknown): Promise<void> {
  const admin = requireAdmin(ctx)
  const { runId, note } = parseWith(Refund, given)
  await ctx.db.$transaction(async (tx) => {
    const settled = await listTransferLines(tx, { runId, kind: 'settle' })
    const taken = settled.filter(({ account }) => account === 'fee' || account.startsWith('earnings:'))
    const wallet = settled
      .find(({ account }) => account.startsWith('hold:'))
      ?.account.replace('hold:', 'wallet:')
    if (!wallet || taken.length === 0)
      throw new AppError('NOT_FOUND', { message: 'There is no run of this id that cost something.' })
    for (const [account, amountMicros] of totals(taken))
      if (account !== 'fee') await lockEarnings(tx, account, amountMicros)
    const sum = taken.reduce((total, { amountMicros }) => total + amountMicros, 0n)
    const lines = [
      ...taken.map((line) => ({ ...line, amountMicros: -line.amountMicros })),
      { account: wallet as `wallet:${string}`, amountMicros: sum, runId },
    ]
    if (!(await postTransfer(tx, { kind: 'refund', runId, note, actorId: admin.userId, lines })))
      throw new AppError('CONFLICT', { message: 'This run was refunded already.', recoverable: false })
    await markRefunded(tx, runId, new Date())
    await record(tx, admin, 'money.refund', { id: runId, name: runId }, { amount: amountOf(sum), note })
  })
}

/** By account, in the order of their ids, as everywhere. */
function totals(lines: readonly Posting[]): Map<AccountId, bigint> {
  const sums = new Map<AccountId, bigint>()
  for (const { account, amountMicros } of lines) sums.set(account, (sums.get(account) ?? 0n) + amountMicros)
  return new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function requireOrganisation(ctx: Context, id: string): Promise<{ id: string; name: string }> {
  const name = await findOrganisationName(ctx.db, id)
  if (name) return { id, name }
  const message = 'There is no organisation with this id.'
  throw new AppError('NOT_FOUND', { message, issues: [{ path: '/organisationId', message }] })
}

function record(
  tx: Tx,
  actor: Viewer,
  action: string,
  { id, name }: { id: string; name: string },
  data: JsonObject,
): Promise<void> {
  return recordAudit(tx, { actor, action, subjectType: 'money', subjectId: id, subject: name, data })
}
