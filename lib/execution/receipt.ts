/**
 * The receipt of a run: what ran, under which contract, on what, what it cost and why. Floor 3, pure.
 *
 * The digests are over what was recorded, with secrets redacted: whoever has the run can make them again.
 * Source: specification "Execution", Money: run, version, contract hash, digests of input and output, price,
 * decision, reason.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Json } from '../contract/json/json.ts'
import { isEnded, RUN_LABELS } from '../contract/market/run-states.ts'
import { amountOf } from '../contract/money/money.ts'
import type { RunRow, RunTerms } from '../db/runs.ts'

export type Receipt = {
  runId: string
  skillName: string
  versionNumber: string
  contractHash: string
  /** SHA-256 over canonical JSON (RFC 8785), as 64 hex digits. */
  inputDigest: string
  /** Absent when nothing was delivered. */
  outputDigest?: string
  /** Decimal USDC; "0" is free. */
  price: string
  /** `held` while it goes on. */
  decision: 'free' | 'held' | 'charged' | 'released'
  /** A sentence. */
  reason: string
  /** Decimal USDC. */
  charged: string
}

export function receiptOf(row: RunRow): Receipt {
  const decision = decisionOf(row)
  return {
    runId: row.id,
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    contractHash: row.contractHash,
    inputDigest: digestOf(row.input as Json),
    ...(row.hasOutput && { outputDigest: digestOf(row.output as Json) }),
    price: amountOf(row.priceMicros),
    decision,
    reason: reasonOf(row, decision),
    charged: amountOf(row.chargedMicros ?? 0n),
  }
}

function decisionOf({ priceMicros, chargedMicros }: RunRow): Receipt['decision'] {
  if (priceMicros === 0n) return 'free'
  if (chargedMicros === null) return 'held'
  return chargedMicros > 0n ? 'charged' : 'released'
}

const FREE = {
  paid: 'It costs nothing by itself.',
  free: 'The skill is free.',
  own: 'Your organisation publishes this skill.',
  draft: 'A test run of a draft.',
  dry_run: 'A rehearsal.',
} as const satisfies Record<RunTerms['terms'], string>

function reasonOf({ terms, state, rootRunId }: RunRow, decision: Receipt['decision']): string {
  if (decision === 'free') return FREE[terms as RunTerms['terms']] ?? FREE.free
  if (decision === 'charged') return 'The output keeps the contract.'
  if (decision === 'held')
    return isEnded(state) ? 'The run that called it has not ended.' : 'The run has not ended.'
  if (state === 'succeeded' && rootRunId) return 'The run that called it was not paid for.'
  if (state === 'partial') return 'Only part of the work was done, so it is not charged.'
  return `The run ended as “${RUN_LABELS[state]}”, so it is not charged.`
}

function digestOf(value: Json): string {
  // RFC 8785 has no words for a lone surrogate.
  const whole = JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'string' ? each.toWellFormed() : each,
  )
  return createHash('sha256')
    .update(canonicalize(whole) ?? '')
    .digest('hex')
}
