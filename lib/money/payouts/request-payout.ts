import { z } from 'zod'
import { listAdminIds } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireOrganisationAdmin, requireScope, type Viewer } from '../../context/context.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { logFault } from '../../kernel/logging/log.ts'
import { formatMicros } from '../../kernel/money.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField } from '../../kernel/validation/text-fields.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { findOrganisationName } from '../../organisations/rows/organisations.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { repayDebt } from '../debts.ts'
import { OptionalAmount } from '../model/optional-amount.ts'
import { reserveEarnings, returnReserved } from '../payments.ts'
import { type AccountId, lockAccount } from '../rows/ledger.ts'
import { decidePayout, findPayout, insertPayout, listDuePayees, type PayoutRow } from '../rows/payout-rows.ts'
import { findPayee, keepPayeeOf } from './payee.ts'

const earningsAccount = (organisationId: string): AccountId => `earnings:${organisationId}`

const Given = z.object({ amount: OptionalAmount })

/**
 * Asks the admins for a payout; without an amount, of all earnings. They are set aside until an admin decides. Throws
 * UNAUTHENTICATED, POLICY_DENIED (not an admin of the organisation), PRECONDITION_FAILED without a payee, CONFLICT if a
 * request is open, PAYMENT_REQUIRED if the earnings are too low, INVALID_INPUT.
 */
export async function requestPayout(ctx: Context, given: unknown): Promise<string> {
  const viewer = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const { amount } = parseFields(Given, given)
  const { organisationId } = viewer
  if (!(await findPayee(ctx.db, organisationId)))
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Nobody is entered to whom the payout could be made.',
      suggestedAction: 'Save the payee first.',
    })
  const minimum = await readSetting(ctx.db, 'payoutMinimum')
  return ctx.db.$transaction(async (tx) => {
    await repayDebt(tx, organisationId)
    // Locked before the payout is inserted, as wherever both are changed, so that no two requests can deadlock.
    const earned = await lockAccount(tx, earningsAccount(organisationId))
    const amountMicros = amount ?? earned
    requireMinimum(amountMicros, minimum)
    const payout = await insertPayout(tx, { organisationId, amountMicros })
    if (!payout)
      throw new AppError('CONFLICT', {
        message: 'A payout is requested already.',
        suggestedAction: 'Wait until an admin has paid it, or withdraw it.',
      })
    await reserve(tx, payout, viewer)
    return payout.id
  })
}

function requireMinimum(amountMicros: bigint, minimum: bigint): void {
  if (amountMicros > 0n && amountMicros >= minimum) return
  const message = `The smallest payout is ${formatMicros(minimum > 0n ? minimum : 1n)} USDC.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/amount', message }] })
}

/** Sets the earnings aside, keeps the payee, and tells the admins. */
async function reserve(tx: Tx, payout: PayoutRow, viewer: Viewer | null): Promise<void> {
  const { id, organisationId, amountMicros } = payout
  const name = await findOrganisationName(tx, organisationId)
  await reserveEarnings(tx, { ...payout, actorId: viewer?.userId ?? null })
  await keepPayeeOf(tx, payout)
  await recordAudit(tx, {
    actor: viewer,
    action: 'wallet.request_payout',
    subjectType: 'organisation',
    subjectId: organisationId,
    subject: name,
    data: { amount: formatMicros(amountMicros), payout: id },
  })
  await sendNotice(tx, await listAdminIds(tx), {
    kind: 'payout.requested',
    title: `${name} asks for a payout of ${formatMicros(amountMicros)} USDC`,
    body: 'Pay it to the payee, then enter its reference.',
    href: paths.money,
  })
}

/**
 * Takes back the organisation's own request, so that its earnings are free again. Throws as `requestPayout`, NOT_FOUND, and
 * CONFLICT if it was decided.
 */
export async function withdrawPayout(ctx: Context, payoutId: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const { id } = parseFields(z.object({ id: IdField }), { id: payoutId })
  const payout = await findPayout(ctx.db, id)
  if (payout?.organisationId !== viewer.organisationId) throw new AppError('NOT_FOUND')
  await ctx.db.$transaction(async (tx) => {
    await returnPayout(tx, payout, { state: 'withdrawn', note: '', actorId: viewer.userId })
    await recordAudit(tx, {
      actor: viewer,
      action: 'wallet.withdraw_payout',
      subjectType: 'organisation',
      subjectId: viewer.organisationId,
      subject: viewer.organisationName,
      data: { amount: formatMicros(payout.amountMicros), payout: id },
    })
  })
}

/** Ends a request that is not paid. Throws CONFLICT if it was decided. */
export async function returnPayout(
  tx: Tx,
  payout: PayoutRow,
  { state, note, actorId }: { state: 'withdrawn' | 'declined'; note: string; actorId: string },
): Promise<void> {
  await lockAccount(tx, earningsAccount(payout.organisationId))
  if (!(await decidePayout(tx, payout.id, { state, note, at: new Date() }))) throw decidedAlready()
  await returnReserved(tx, { ...payout, actorId }, note)
}

export function decidedAlready(): AppError {
  return new AppError('CONFLICT', {
    message: 'This payout was decided already.',
    suggestedAction: 'Reload the page to see how.',
  })
}

const BATCH = 50

/**
 * Requests the payouts of a month, once for each organisation that chose so and has earned the minimum. Does nothing unless
 * the site pays monthly. An organisation without a usable payee is skipped, and one that fails is logged; the others get
 * theirs. It runs with every sweep, so a site that was down on the first day of the month catches up.
 */
export async function requestMonthlyPayouts(db: Database, now = new Date()): Promise<number> {
  if ((await readSetting(db, 'payoutSchedule')) !== 'monthly') return 0
  const minMicros = await readSetting(db, 'payoutMinimum')
  const month = now.toISOString().slice(0, 7)
  let requested = 0
  let after = ''
  for (;;) {
    const due = await listDuePayees(db, { month, minMicros, after, take: BATCH })
    for (const organisationId of due)
      try {
        requested += (await requestForMonth(db, organisationId, { month, minMicros })) ? 1 : 0
      } catch (thrown) {
        logFault(thrown, 'The monthly payout of an organisation failed.', { organisationId })
      }
    const last = due.at(-1)
    if (last === undefined || due.length < BATCH) return requested
    after = last
  }
}

async function requestForMonth(
  db: Database,
  organisationId: string,
  { month, minMicros }: { month: string; minMicros: bigint },
): Promise<boolean> {
  if (!(await findPayee(db, organisationId))) return false
  return db.$transaction(async (tx) => {
    await repayDebt(tx, organisationId)
    const amountMicros = await lockAccount(tx, earningsAccount(organisationId))
    if (amountMicros === 0n || amountMicros < minMicros) return false
    const payout = await insertPayout(tx, { organisationId, amountMicros, month })
    if (payout) await reserve(tx, payout, null)
    return payout !== null
  })
}
