/** Moves each payment once per reference: admins' grants and payouts, and the welcome promotion. */

import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { formatMicros } from '../kernel/money.ts'
import { repayDebt } from './debts.ts'
import { type AccountId, lockAccount, type Posting, postTransfer, type TransferKind } from './rows/ledger.ts'

type Payment = {
  organisationId: string
  amountMicros: bigint
  reference: string
  note: string
  actorId?: string
}

type PaymentSource = 'grant' | 'promotion'

/** Pays into the wallet. Returns false if `reference` was received before. Throws INVALID_INPUT unless positive. */
export function receivePayment(tx: Tx, source: PaymentSource, payment: Payment): Promise<boolean> {
  const { organisationId, amountMicros, reference, note, actorId } = payment
  requirePositive(amountMicros)
  return postTransfer(tx, {
    kind: source,
    reference,
    note,
    actorId,
    lines: [
      { account: source, amountMicros: -amountMicros },
      { account: `wallet:${organisationId}`, amountMicros },
    ],
  })
}

/**
 * Pays out earnings, once per `reference`. Returns false if it was paid before. Throws PAYMENT_REQUIRED if earnings are
 * too low, INVALID_INPUT unless
 * positive.
 */
export async function payOutEarnings(tx: Tx, payment: Payment): Promise<boolean> {
  const { organisationId, amountMicros, reference, note, actorId } = payment
  requirePositive(amountMicros)
  await repayDebt(tx, organisationId)
  await lockEarnings(tx, `earnings:${organisationId}`, amountMicros)
  return postTransfer(tx, {
    kind: 'payout',
    reference,
    note,
    actorId,
    lines: [
      { account: `earnings:${organisationId}`, amountMicros: -amountMicros },
      { account: 'payout', amountMicros },
    ],
  })
}

type PayoutTransfer = { id: string; organisationId: string; amountMicros: bigint; actorId: string | null }

/** Sets earnings aside for a payout. Throws PAYMENT_REQUIRED if earnings are too low. */
export async function reserveEarnings(tx: Tx, payout: PayoutTransfer): Promise<void> {
  const { organisationId, amountMicros } = payout
  await repayDebt(tx, organisationId)
  await lockEarnings(tx, `earnings:${organisationId}`, amountMicros)
  await postPayout(tx, payout, { kind: 'payout_request', suffix: ':request' }, [
    { account: `earnings:${organisationId}`, amountMicros: -amountMicros },
    { account: `payable:${organisationId}`, amountMicros },
  ])
}

/** Pays what was set aside for a payout. */
export async function payReserved(tx: Tx, payout: PayoutTransfer, note: string): Promise<void> {
  const { organisationId, amountMicros } = payout
  await postPayout(tx, payout, { kind: 'payout', suffix: '', note }, [
    { account: `payable:${organisationId}`, amountMicros: -amountMicros },
    { account: 'payout', amountMicros },
  ])
}

/** Gives back what was set aside for a payout that is not made. */
export async function returnReserved(tx: Tx, payout: PayoutTransfer, note: string): Promise<void> {
  const { organisationId, amountMicros } = payout
  await postPayout(tx, payout, { kind: 'payout_return', suffix: ':return', note }, [
    { account: `payable:${organisationId}`, amountMicros: -amountMicros },
    { account: `earnings:${organisationId}`, amountMicros },
  ])
}

async function postPayout(
  tx: Tx,
  { id, actorId }: PayoutTransfer,
  { kind, suffix, note = '' }: { kind: TransferKind; suffix: string; note?: string },
  lines: Posting[],
): Promise<void> {
  const isPosted = await postTransfer(tx, {
    kind,
    reference: `payout:${id}${suffix}`,
    note,
    ...(actorId && { actorId }),
    lines,
  })
  if (!isPosted) throw new AppError('CONFLICT', { message: 'This payout was decided already.' })
}

/** Throws PAYMENT_REQUIRED if earnings are too low, INVALID_INPUT unless positive. */
export async function moveToWallet(
  tx: Tx,
  { organisationId, amountMicros, actorId }: Omit<Payment, 'reference' | 'note'>,
): Promise<void> {
  requirePositive(amountMicros)
  await repayDebt(tx, organisationId)
  await lockEarnings(tx, `earnings:${organisationId}`, amountMicros)
  await postTransfer(tx, {
    kind: 'move',
    note: 'Earnings moved to the wallet',
    actorId,
    lines: [
      { account: `earnings:${organisationId}`, amountMicros: -amountMicros },
      { account: `wallet:${organisationId}`, amountMicros },
    ],
  })
}

/** Throws PAYMENT_REQUIRED if earnings are below the amount. */
async function lockEarnings(tx: Tx, account: AccountId, amountMicros: bigint): Promise<void> {
  const earned = await lockAccount(tx, account)
  if (earned >= amountMicros) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `The earnings are ${formatMicros(earned)} USDC, which is less than ${formatMicros(amountMicros)} USDC.`,
    suggestedAction: 'Choose a smaller amount.',
  })
}

function requirePositive(amountMicros: bigint): void {
  if (amountMicros > 0n) return
  const message = 'The amount must be more than 0.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/amount', message }] })
}
