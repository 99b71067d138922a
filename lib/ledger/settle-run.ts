/**
 * What becomes of the money that a run held: captured when its output was valid, released otherwise. Floor 3.
 *
 * In the transaction that ends the run, or the database refuses that end. A run that others were started by is
 * settled for all of them: each is paid for when it and everything above it succeeded.
 * Source: specification "Execution", Money; Limits and refusals (child runs).
 */
import type { Tx } from '../db/client.ts'
import { type Posting, postTransfer } from '../db/ledger.ts'
import { chargeFamily, type FamilyRun, listFamily } from '../db/run-family.ts'
import { feeOf } from './fee.ts'

type HeldRun = { id: string; organisationId: string; holdMicros: bigint }

/** Settles a run that has just ended and held something. Answers what was captured, of it and of all that it called. */
export async function settleRun(tx: Tx, run: HeldRun): Promise<bigint> {
  const { id: runId, organisationId, holdMicros } = run
  const family = await listFamily(tx, runId)
  const paid = paidRuns(family)
  const captured = paid.reduce((sum, { priceMicros }) => sum + priceMicros, 0n)
  // What the run by itself cost was written as it ended.
  if (family.length > 1)
    await chargeFamily(tx, runId, { chargedIds: paid.map(({ id }) => id), capturedMicros: captured })
  await postTransfer(tx, {
    kind: 'settle',
    runId,
    lines: [
      { account: `hold:${organisationId}`, amountMicros: -holdMicros },
      ...paid.flatMap(earningsOf),
      { account: `wallet:${organisationId}`, amountMicros: holdMicros - captured },
    ],
  })
  return captured
}

/** Those that succeeded and whose callers all did. The family is ordered by time, so callers come first. */
function paidRuns(family: readonly FamilyRun[]): FamilyRun[] {
  const succeeded = new Set<string>()
  for (const { id, parentRunId, state } of family) {
    if (state === 'succeeded' && (parentRunId === null || succeeded.has(parentRunId))) succeeded.add(id)
  }
  return family.filter(({ id, priceMicros }) => priceMicros > 0n && succeeded.has(id))
}

function earningsOf({ id: runId, priceMicros, publisherOrganisationId }: FamilyRun): Posting[] {
  // Without a publisher to earn it there was no price to hold.
  if (!publisherOrganisationId) return [{ account: 'fee', amountMicros: priceMicros, runId }]
  const fee = feeOf(priceMicros)
  return [
    { account: `earnings:${publisherOrganisationId}`, amountMicros: priceMicros - fee, runId },
    { account: 'fee', amountMicros: fee, runId },
  ]
}
