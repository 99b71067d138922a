import { expect } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import type { RunRow } from '../../runs/rows/runs.ts'
import { moneyOf } from '../fund-wallet.ts'
import type { MoneyFixture } from './live-story.ts'
import { deferred, killed, seen } from './seen.ts'
import { CALL_PRICE } from './story.ts'

export const moneyAt = (payer: Context) => moneyOf(payer.viewer!.organisationId)

export async function checkMoney(
  fixture: MoneyFixture,
  salt: string,
  before: Awaited<ReturnType<typeof moneyAt>>[],
): Promise<number> {
  const db = database()
  const runs = await db.run.findMany({ where: { channel: salt } })
  const roots = runs.filter(({ parentRunId }) => parentRunId === null)
  const ids = runs.map(({ id }) => id)
  const transfers = await db.ledgerTransfer.findMany({
    where: { runId: { in: ids } },
    include: { lines: true },
  })

  expect((await sumLedger(db)).total).toBe(0n)
  for (const root of roots) {
    const called = runs.filter(({ rootRunId }) => rootRunId === root.id)
    const family = [root, ...called]
    for (const { state, priceMicros, chargedMicros, hasOutput } of family) {
      expect(chargedMicros).toBe(state === 'succeeded' ? priceMicros : 0n)
      if (priceMicros > 0n && state !== 'succeeded') expect(hasOutput).toBe(false)
    }
    if (root.holdMicros === 0n) continue
    const captured = family.reduce((sum, { chargedMicros }) => sum + (chargedMicros ?? 0n), 0n)
    expect(root.capturedMicros).toBe(captured)
    countPaidCalls(root, called)
    seen.refunds += root.refundedAt ? 1 : 0
    seen.deferred += root.state === 'succeeded' && deferred.has(root.id) ? 1 : 0

    const own = transfers.filter(({ runId }) => runId === root.id)
    const kinds = root.refundedAt ? ['hold', 'refund', 'settle'] : ['hold', 'settle']
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    // Each skill has earned its price without the fee, or nothing if the run was refunded.
    const earnings = own.flatMap(({ lines }) =>
      lines.filter(({ accountId }) => accountId.startsWith('earnings:')),
    )
    for (const { id, chargedMicros } of family) {
      const lines = earnings.filter(({ runId }) => runId === id)
      const earned = lines.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)
      expect(earned).toBe(root.refundedAt ? 0n : ((chargedMicros ?? 0n) * 99n) / 100n)
    }
  }
  for (const [index, payer] of fixture.payers.entries()) {
    const { organisationId } = payer.viewer!
    const paid = roots.filter((run) => run.organisationId === organisationId && !run.refundedAt)
    const wallet = paid.reduce(
      (left, { capturedMicros }) => left - (capturedMicros ?? 0n),
      before[index]!.wallet,
    )
    expect(wallet).toBeGreaterThanOrEqual(0n)
    expect(await moneyAt(payer)).toMatchObject({ wallet, hold: 0n })
    for (const version of fixture.versions)
      for (const key of ['a', 'b']) {
        const keyed = roots.filter(
          (run) =>
            run.contractHash === key && run.organisationId === organisationId && run.versionId === version.id,
        )
        // At most one of the calls with the same key was charged, including its children.
        expect(keyed.filter(({ capturedMicros }) => capturedMicros).length).toBeLessThanOrEqual(1)
      }
  }
  return roots.filter(({ capturedMicros }) => capturedMicros).length
}

function countPaidCalls(root: RunRow, called: RunRow[]): void {
  for (const { chargedMicros, parentRunId } of called) {
    if (chargedMicros !== CALL_PRICE) continue
    seen.paidCalls += 1
    const above = called.find(({ id }) => id === parentRunId)
    const under = [
      root.state,
      root.mode === 'development' && 'draft',
      killed.has(root.id) && 'killed',
      above && above.state !== 'succeeded' && 'middle',
    ]
    for (const each of under) if (each) seen.paidUnder[each] = (seen.paidUnder[each] ?? 0) + 1
  }
}
