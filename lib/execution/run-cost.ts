/**
 * What a run cost, as it is told. Floor 3, pure.
 *
 * A run at the top pays for all that it called: what it says is what left the wallet. One that was called says what it
 * cost itself. Source: specification "Execution", Limits and refusals (child runs); Money.
 */
import { amountOf } from '../contract/money/money.ts'
import type { RunRow } from '../db/runs.ts'

export type RunCost = {
  /** Decimal USDC, with what it called; absent while that is open, and when nothing could cost anything. */
  charged?: string
  /** Of that, what the runs that it called cost; absent when they cost nothing. */
  chargedForCalls?: string
  /** When all of it was given back; epoch milliseconds. */
  refundedAtMs?: number
}

export function costOf(
  row: Pick<RunRow, 'priceMicros' | 'holdMicros' | 'chargedMicros' | 'capturedMicros' | 'refundedAt'>,
): RunCost {
  const { priceMicros, holdMicros, chargedMicros, capturedMicros, refundedAt } = row
  if (chargedMicros === null || (priceMicros === 0n && holdMicros === 0n)) return {}
  const allMicros = capturedMicros ?? chargedMicros
  const ofCallsMicros = allMicros - chargedMicros
  return {
    charged: amountOf(allMicros),
    ...(ofCallsMicros > 0n && { chargedForCalls: amountOf(ofCallsMicros) }),
    ...(refundedAt !== null && allMicros > 0n && { refundedAtMs: refundedAt.getTime() }),
  }
}
