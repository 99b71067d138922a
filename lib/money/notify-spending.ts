import type { Tx } from '../kernel/db/prisma-client.ts'
import { formatMicros, parseAmount, startOfDay } from '../kernel/money.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNoticeOnce } from '../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../organisations/rows/memberships.ts'
import { findDailyCap, lockAccount, sumSpending } from './rows/ledger.ts'

/** Returns micro-USDC: GUILDHALL_LOW_BALANCE, by default 1 USDC. */
function lowBalance(setting = process.env.GUILDHALL_LOW_BALANCE): bigint {
  return parseAmount(setting || '1') ?? 1_000_000n
}

export const lowBalanceMark = (organisationId: string) => `wallet.low:${organisationId}`

/** Notifies owners and admins of a low balance and of a daily cap that is nearly used. Called with every charge. */
export async function notifySpending(
  tx: Tx,
  { organisationId, createdAt }: { organisationId: string; createdAt: Date },
): Promise<void> {
  const admins = () => listOrganisationAdminIds(tx, [organisationId])
  const balance = await lockAccount(tx, `wallet:${organisationId}`)
  if (balance < lowBalance()) {
    await sendNoticeOnce(tx, { key: lowBalanceMark(organisationId), days: 7 }, admins, {
      kind: 'wallet.low',
      title: `Your balance is low: ${formatMicros(balance)} USDC`,
      body: 'Runs of paid skills are refused once it does not cover their price.',
      href: paths.wallet,
    })
  }
  const cap = await findDailyCap(tx, organisationId)
  const since = startOfDay()
  // A run that was charged before midnight does not count for today's cap.
  if (cap === null || createdAt < since) return
  const spent = await sumSpending(tx, { organisationId, since })
  if (spent * 10n < cap * 9n) return
  const key = `budget.used:${organisationId}:${since.toISOString().slice(0, 10)}`
  await sendNoticeOnce(tx, { key, days: 2 }, admins, {
    kind: 'budget.used',
    title: `${formatMicros(spent)} of ${formatMicros(cap)} USDC of the daily cap are used`,
    body: 'Runs above the cap are refused until midnight UTC. An owner or admin can raise it.',
    href: paths.wallet,
  })
}
