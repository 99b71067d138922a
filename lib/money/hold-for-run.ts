/**
 * Runs in the transaction that records the run. The locked wallet stops concurrent runs from using the same money or
 * exceeding a cap. See docs/spec/execution.md §5.
 */
import type { KeyGrant } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { formatMicros, startOfDay } from '../kernel/money.ts'
import { paths } from '../kernel/site/paths.ts'
import { chargeFamily, type FamilyRun, listFamily } from '../runs/rows/run-family.ts'
import { readSetting } from '../settings/read-settings.ts'
import { computeFee } from './fee.ts'
import { releaseBudgets } from './key-budgets.ts'
import { findDailyCap, lockWallet, type Posting, postTransfer, sumSpending } from './rows/ledger.ts'

type RunHold = {
  runId: string
  organisationId: string
  amountMicros: bigint
  key?: { id: string } & Pick<KeyGrant, 'dailyCapMicros'>
}

/**
 * Moves the most that a run can cost from the wallet to the hold account. Throws PAYMENT_REQUIRED, naming the balance, the
 * key's cap or the organisation's cap.
 */
export async function holdForRun(tx: Tx, hold: RunHold): Promise<void> {
  const { runId, organisationId, amountMicros } = hold
  const balance = await lockWallet(tx, organisationId)
  await requireWithinCaps(tx, hold)
  if (balance < amountMicros) {
    throw paymentRequired(
      `This run costs up to ${formatMicros(amountMicros)} USDC, but the wallet that pays for it holds ${formatMicros(balance)} USDC.`,
      'Request credit in the wallet.',
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

async function requireWithinCaps(tx: Tx, { organisationId, amountMicros, key }: RunHold): Promise<void> {
  const since = startOfDay()
  const keyCap = key?.dailyCapMicros ?? null
  if (key && keyCap !== null) {
    const spent = await sumSpending(tx, { organisationId, keyId: key.id, since })
    if (spent + amountMicros > keyCap)
      throw capExceededError('This key', { spent, amountMicros, cap: keyCap })
  }
  const cap = await findDailyCap(tx, organisationId)
  if (cap === null) return
  const spent = await sumSpending(tx, { organisationId, since })
  if (spent + amountMicros > cap) throw capExceededError('Your organisation', { spent, amountMicros, cap })
}

function capExceededError(
  who: string,
  { spent, amountMicros, cap }: { spent: bigint; amountMicros: bigint; cap: bigint },
) {
  return paymentRequired(
    `${who} can spend ${formatMicros(cap)} USDC per day. It has spent or reserved ${formatMicros(spent)} USDC today, and this run costs up to ${formatMicros(amountMicros)} USDC.`,
    'Wait until midnight UTC, or ask an owner or admin to raise the cap.',
  )
}

function paymentRequired(message: string, suggestedAction: string): AppError {
  return new AppError('PAYMENT_REQUIRED', { message, suggestedAction, href: paths.wallet })
}

type RunWithHold = { id: string; organisationId: string; holdMicros: bigint; keyId: string | null }

/**
 * Closes the hold of a run, in the transaction that ends the root: pays the publishers and the fee, and releases the
 * rest. The root is charged if it succeeded, a child if it did before the
 * root ended. See docs/spec/execution.md §5. Returns the captured micro-USDC with children.
 */
export async function settleRun(tx: Tx, run: RunWithHold): Promise<bigint> {
  const { id: runId, organisationId, holdMicros, keyId } = run
  const family = await listFamily(tx, runId)
  const paid = family.flatMap(({ chargedMicros, ...member }) =>
    chargedMicros !== null && chargedMicros > 0n ? [{ ...member, chargedMicros }] : [],
  )
  const feePercent = await readSetting(tx, 'feePercent')
  const captured = paid.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0n)
  // The root's charge was written at its end.
  if (family.length > 1) await chargeFamily(tx, runId, captured)
  await postTransfer(tx, {
    kind: 'settle',
    runId,
    lines: [
      { account: `hold:${organisationId}`, amountMicros: -holdMicros },
      ...paid.flatMap((each) => listEarnings(each, feePercent)),
      { account: `wallet:${organisationId}`, amountMicros: holdMicros - captured },
    ],
  })
  if (keyId) await releaseBudgets(tx, { keyId, unusedMicros: holdMicros - captured })
  return captured
}

type PaidRun = Pick<FamilyRun, 'id' | 'publisherOrganisationId'> & { chargedMicros: bigint }

function listEarnings(
  { id: runId, chargedMicros, publisherOrganisationId }: PaidRun,
  feePercent: string,
): Posting[] {
  if (!publisherOrganisationId) return [{ account: 'fee', amountMicros: chargedMicros, runId }]
  const fee = computeFee(chargedMicros, feePercent)
  return [
    { account: `earnings:${publisherOrganisationId}`, amountMicros: chargedMicros - fee, runId },
    { account: 'fee', amountMicros: fee, runId },
  ]
}
