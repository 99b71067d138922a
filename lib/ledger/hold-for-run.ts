/**
 * Putting aside what a run will cost, before it runs. Floor 3.
 *
 * Inside the transaction that records the run: it is recorded with its money held, or not at all. The wallet stays
 * locked meanwhile, so many runs at once cannot spend the same money, nor pass a cap together.
 * Source: specification "Execution", Money.
 */
import type { KeyGrant } from '../context.ts'
import { paths } from '../contract/market/paths.ts'
import { amountOf, startOfDay } from '../contract/money/money.ts'
import type { Tx } from '../db/client.ts'
import { lockWallet, postTransfer } from '../db/ledger.ts'
import { findDailyCap, sumSpent } from '../db/spending.ts'
import { AppError } from '../errors.ts'

type Holding = {
  runId: string
  organisationId: string
  amountMicros: bigint
  /** The key it was called with, and what that allows. */
  key?: { id: string } & Pick<KeyGrant, 'dailyCapMicros'>
}

/**
 * Moves the amount from the organisation's wallet into its hold. Throws PAYMENT_REQUIRED, saying which of the
 * balance, the key's cap and the organisation's cap is too small.
 */
export async function holdForRun(tx: Tx, holding: Holding): Promise<void> {
  const { runId, organisationId, amountMicros } = holding
  const balance = await lockWallet(tx, organisationId)
  await requireUnderCaps(tx, holding)
  if (balance < amountMicros) {
    throw refused(
      `This run costs ${amountOf(amountMicros)} USDC, and the wallet of your organisation holds ${amountOf(balance)}.`,
      'Ask an admin of this Guildhall to fill the wallet.',
    )
  }
  await postTransfer(tx, {
    kind: 'hold',
    runId,
    lines: [
      { account: `wallet:${organisationId}`, amountMicros: -amountMicros },
      { account: `hold:${organisationId}`, amountMicros },
    ],
  })
}

async function requireUnderCaps(tx: Tx, { organisationId, amountMicros, key }: Holding): Promise<void> {
  const since = startOfDay()
  const keyCap = key?.dailyCapMicros ?? null
  if (key && keyCap !== null) {
    const spent = await sumSpent(tx, { organisationId, keyId: key.id, since })
    if (spent + amountMicros > keyCap) throw overCap('This key', { spent, amountMicros, cap: keyCap })
  }
  const cap = await findDailyCap(tx, organisationId)
  if (cap === null) return
  const spent = await sumSpent(tx, { organisationId, since })
  if (spent + amountMicros > cap) throw overCap('Your organisation', { spent, amountMicros, cap })
}

function overCap(
  who: string,
  { spent, amountMicros, cap }: { spent: bigint; amountMicros: bigint; cap: bigint },
) {
  return refused(
    `${who} may spend ${amountOf(cap)} USDC a day. Today it spent or put aside ${amountOf(spent)}, and this run costs ${amountOf(amountMicros)}.`,
    'Wait until midnight UTC, or have the cap raised.',
  )
}

function refused(message: string, suggestedAction: string): AppError {
  return new AppError('PAYMENT_REQUIRED', { message, suggestedAction, href: paths.wallet })
}
