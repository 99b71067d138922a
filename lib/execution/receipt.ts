/**
 * The receipt of a run: what ran, under which contract, on what, what it cost and why. Floor 3, pure.
 *
 * The digests are over what was recorded, with secrets redacted: whoever has the run can make them again.
 * Source: specification "Execution", Money: run, version, contract hash, digests of input and output, price,
 * decision, reason.
 */
import { digestOf } from '../contract/json/digest-of.ts'
import type { Json } from '../contract/json/json.ts'
import { isEnded, RUN_LABELS } from '../contract/market/run-states.ts'
import { amountOf } from '../contract/money/money.ts'
import type { RunRow, RunTerms } from '../db/runs.ts'
import { costOf } from './run-cost.ts'

export type Receipt = {
  runId: string
  skillName: string
  versionNumber: string
  contractHash: string
  /** Of what it might do: permissions, prompt and price. Absent of old runs. */
  permissionsHash?: string
  /** SHA-256 over canonical JSON (RFC 8785), as 64 hex digits. */
  inputDigest: string
  /** Absent when nothing was delivered. */
  outputDigest?: string
  /** Of the run alone, decimal USDC; "0" is free. */
  price: string
  /** The most that it could cost: with what it may call, when it is at the top. */
  putAside: string
  /** `held` while it goes on. */
  decision: 'free' | 'held' | 'charged' | 'released' | 'refunded'
  /** A sentence or two. */
  reason: string
  /** Decimal USDC, with what it called. */
  charged: string
  /** Of that, what the runs that it called cost; absent when they cost nothing. */
  chargedForCalls?: string
  /** When all of it was given back. */
  refundedAtMs?: number
}

export function receiptOf(row: RunRow): Receipt {
  const decision = decisionOf(row)
  return {
    runId: row.id,
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    contractHash: row.contractHash,
    ...(row.permissionsHash !== null && { permissionsHash: row.permissionsHash }),
    ...digestsOf(row),
    price: amountOf(row.priceMicros),
    putAside: amountOf(stakeOf(row)),
    decision,
    reason: reasonOf(row, decision),
    charged: '0',
    ...costOf(row),
  }
}

/** Of what was recorded; where that was forgotten, as they were made of it then. */
function digestsOf({ inputDigest, outputDigest, input, output, hasOutput }: RunRow) {
  if (inputDigest !== null) return { inputDigest, ...(outputDigest !== null && { outputDigest }) }
  return {
    inputDigest: digestOf(input as Json),
    ...(hasOutput && { outputDigest: digestOf(output as Json) }),
  }
}

/** What is called is paid from what the run at the top put aside. */
function stakeOf({ holdMicros, priceMicros }: RunRow): bigint {
  return holdMicros > 0n ? holdMicros : priceMicros
}

function decisionOf(row: RunRow): Receipt['decision'] {
  if (stakeOf(row) === 0n) return 'free'
  const { charged, refundedAtMs } = costOf(row)
  if (charged === undefined) return 'held'
  if (refundedAtMs !== undefined) return 'refunded'
  return charged === '0' ? 'released' : 'charged'
}

const FREE = {
  paid: 'It costs nothing by itself.',
  free: 'The skill is free.',
  own: 'Your organisation publishes this skill.',
  draft: 'A test run of a draft.',
  dry_run: 'A dry run.',
} as const satisfies Record<RunTerms['terms'], string>

function reasonOf(row: RunRow, decision: Receipt['decision']): string {
  const { terms, state, rootRunId, priceMicros } = row
  if (decision === 'free') return FREE[terms as RunTerms['terms']] ?? FREE.free
  if (decision === 'charged' || decision === 'refunded') return chargedWords(row)
  if (decision === 'held')
    return isEnded(state) ? 'The run that called it has not ended.' : 'The run has not ended.'
  if (state === 'succeeded' && rootRunId) return 'The run that called it was not paid for.'
  if (state === 'succeeded' && priceMicros === 0n) return 'It called nothing that had to be paid for.'
  if (state === 'partial') return 'Only part of the work was done, so it is not charged.'
  return `The run ended as “${RUN_LABELS[state]}”, so it is not charged.`
}

/** Its own price and that of its calls, each said. */
function chargedWords(row: RunRow): string {
  const { priceMicros, skillSetId } = row
  const { chargedForCalls } = costOf(row)
  if (chargedForCalls === undefined) return 'The output keeps the contract.'
  const own =
    priceMicros > 0n
      ? `The output keeps the contract: ${amountOf(priceMicros)} USDC.`
      : `The ${skillSetId ? 'skill' : 'code'} itself is free.`
  return `${own} What it called cost ${chargedForCalls} USDC.`
}
