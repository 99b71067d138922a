/**
 * Where money comes from and goes to: one interface, whoever pays. Floor 3.
 *
 * A payment provider calls `receive` when somebody has paid, with its own number of the payment, and `payOut` when it
 * has sent earnings away; both happen once for each number. Guildhall's own adapters are the admins' grants and
 * payouts (`grant.ts`) and the welcome promotion (`welcome.ts`).
 * Source: specification "Execution", Money, last line.
 */

import { amountOf } from '../contract/money/money.ts'
import type { Tx } from '../db/client.ts'
import { type AccountId, lockAccount, postTransfer } from '../db/ledger.ts'
import { AppError } from '../errors.ts'

export type Payment = {
  /** Whose wallet is filled, or whose earnings are paid out. */
  organisationId: string
  amountMicros: bigint
  /** The provider's number of it, unique for ever: "grant:…", "stripe:pi_…". */
  reference: string
  /** What the statement says. */
  note: string
  actorId?: string
}

export type PaymentSource = 'grant' | 'promotion'

/** Fills a wallet. False when this payment was received before. */
export function receive(tx: Tx, source: PaymentSource, payment: Payment): Promise<boolean> {
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

/** Takes earnings out of Guildhall. False when this payout was made before. Throws PAYMENT_REQUIRED when there is less. */
export async function payOut(tx: Tx, payment: Payment): Promise<boolean> {
  const { organisationId, amountMicros, reference, note, actorId } = payment
  requirePositive(amountMicros)
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

/** Puts earnings into the organisation's own wallet, to be spent. Throws PAYMENT_REQUIRED when there is less. */
export async function moveToWallet(
  tx: Tx,
  { organisationId, amountMicros, actorId }: Omit<Payment, 'reference' | 'note'>,
): Promise<void> {
  requirePositive(amountMicros)
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

/** Locks earnings until the transaction ends. Throws PAYMENT_REQUIRED when they are less than the amount. */
export async function lockEarnings(tx: Tx, account: AccountId, amountMicros: bigint): Promise<void> {
  const earned = await lockAccount(tx, account)
  if (earned >= amountMicros) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `The earnings are ${amountOf(earned)} USDC, less than ${amountOf(amountMicros)}.`,
    suggestedAction: 'Choose a smaller amount.',
  })
}

function requirePositive(amountMicros: bigint): void {
  if (amountMicros > 0n) return
  const message = 'The amount must be more than 0.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/amount', message }] })
}
