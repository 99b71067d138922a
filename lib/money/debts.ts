/**
 * What a publisher owes after a recall. A refund takes the earnings of the publisher first; what they do not cover is
 * their debt, an account that is never above 0. Earnings repay it before they can be paid out or spent. See
 * docs/spec/execution.md §5.
 */
import type { Tx } from '../kernel/db/prisma-client.ts'
import { lockRoot, markRunRefunded } from '../runs/rows/run-family.ts'
import {
  type AccountId,
  findBalances,
  listRefundedRuns,
  listTransferLines,
  lockAccount,
  type Posting,
  postTransfer,
  recallRefundReference,
} from './rows/ledger.ts'
import { deletePurchase } from './rows/skill-purchases.ts'

type RecalledRun = { id: string; rootRunId: string | null; organisationId: string }

/**
 * Returns to the caller what this run alone cost, not what the runs that it called cost: those kept their contracts.
 * Returns the micro-USDC; 0 if it cost nothing, or was refunded already.
 */
export async function refundRecalledRun(tx: Tx, run: RecalledRun, note: string): Promise<bigint> {
  const rootRunId = run.rootRunId ?? run.id
  // An admin's refund of the root locks it, too.
  await lockRoot(tx, rootRunId)
  const paid = (await listTransferLines(tx, { runId: rootRunId, kind: 'settle' })).filter(
    ({ account, runId }) => runId === run.id && (account === 'fee' || account.startsWith('earnings:')),
  )
  const refunded = await listRefundedRuns(tx, [run.id, rootRunId])
  const isRefunded = refunded.has(run.id) || (await isRefundedAsWhole(tx, run))
  if (paid.length === 0 || isRefunded) return 0n
  const total = paid.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
  const lines: Posting[] = [{ account: `wallet:${run.organisationId}`, amountMicros: total }]
  for (const { account, amountMicros } of paid) {
    if (account === 'fee') lines.push({ account, amountMicros: -amountMicros })
    else lines.push(...(await listReturnLines(tx, account, amountMicros)))
  }
  // A transfer of the root would stand in the way of an admin's refund of what it called.
  const isPosted = await postTransfer(tx, {
    ...{ kind: 'refund', reference: recallRefundReference(run.id), note },
    lines: lines.map((line) => ({ ...line, runId: run.id })),
  })
  if (!isPosted) return 0n
  await markRunRefunded(tx, run.id, new Date())
  await deletePurchase(tx, run.id)
  return total
}

/** Whether an admin refunded its root, and with it this run. */
async function isRefundedAsWhole(tx: Tx, { id, rootRunId }: RecalledRun): Promise<boolean> {
  if (rootRunId === null) return false
  const lines = await listTransferLines(tx, { runId: rootRunId, kind: 'refund' })
  return lines.some(({ runId, account }) => runId === id && !account.startsWith('wallet:'))
}

/** Takes the amount from the earnings, and the rest from the debt. */
async function listReturnLines(tx: Tx, earnings: AccountId, amountMicros: bigint): Promise<Posting[]> {
  const debt: AccountId = `debt:${earnings.slice('earnings:'.length)}`
  await lockAccount(tx, debt)
  const earned = await lockAccount(tx, earnings)
  const fromEarnings = earned < amountMicros ? earned : amountMicros
  return [
    { account: debt, amountMicros: fromEarnings - amountMicros },
    { account: earnings, amountMicros: -fromEarnings },
  ]
}

/** Uses earnings for what the organisation owes. Call it before earnings are paid out or moved. */
export async function repayDebt(tx: Tx, organisationId: string): Promise<void> {
  const debt: AccountId = `debt:${organisationId}`
  const earnings: AccountId = `earnings:${organisationId}`
  // Hardly any organisation owes something, so nothing is locked for the others.
  if ((await findBalances(tx, [debt]))[debt] === 0n) return
  const owed = -(await lockAccount(tx, debt))
  const earned = await lockAccount(tx, earnings)
  const amountMicros = earned < owed ? earned : owed
  if (amountMicros === 0n) return
  await postTransfer(tx, {
    kind: 'repay',
    note: 'Refunds after a recall',
    lines: [
      { account: debt, amountMicros },
      { account: earnings, amountMicros: -amountMicros },
    ],
  })
}
