/** Digests cover the redacted values, so that any reader can recompute them. See docs/spec/execution.md §5. */

import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { plural } from '../../kernel/text/plural.ts'
import { isEnded, RUN_LABELS } from '../model/run-states.ts'
import type { RunRow, RunTerms } from '../rows/runs.ts'
import { computeCost } from './show-run.ts'

export type Receipt = {
  runId: string
  skillName: string
  versionNumber: string
  contractHash: string
  /** Covers permissions, prompt and price. Absent for old runs. */
  permissionsHash?: string
  /** Of the exact packages that the version imports. */
  packagesDigest?: string
  /** SHA-256 over canonical JSON (RFC 8785), as 64 hex digits. */
  inputDigest: string
  outputDigest?: string
  price: string
  reserved: string
  decision: 'free' | 'held' | 'charged' | 'released' | 'refunded'
  reason: string
  charged: string
  chargedForCalls?: string
  refundedAtMs?: number
  /** The names of the API key of the call and of those that it was minted from, the first one first. */
  keys?: string[]
}

/** Returns what a run cost and why, with digests by which its input and output can be verified. */
export function buildReceipt(row: RunRow, keys: string[] = []): Receipt {
  const decision = judgeDecision(row)
  return {
    runId: row.id,
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    contractHash: row.contractHash,
    ...(row.permissionsHash !== null && { permissionsHash: row.permissionsHash }),
    ...(row.packagesDigest && { packagesDigest: row.packagesDigest }),
    ...computeDigests(row),
    price: formatMicros(row.priceMicros),
    reserved: formatMicros(reservedMicrosOf(row)),
    decision,
    reason: describeReason(row, decision),
    charged: '0',
    ...computeCost(row),
    ...(keys.length > 0 && { keys }),
  }
}

/** Returns the digests of input and output: the stored ones if the values were deleted. */
function computeDigests({ inputDigest, outputDigest, input, output, hasOutput }: RunRow) {
  if (inputDigest !== null) return { inputDigest, ...(outputDigest !== null && { outputDigest }) }
  return {
    inputDigest: digestOf(input as Json),
    ...(hasOutput && { outputDigest: digestOf(output as Json) }),
  }
}

function reservedMicrosOf({ holdMicros, priceMicros }: RunRow): bigint {
  return holdMicros > 0n ? holdMicros : priceMicros
}

function judgeDecision(row: RunRow): Receipt['decision'] {
  if (reservedMicrosOf(row) === 0n) return 'free'
  const { charged, refundedAtMs } = computeCost(row)
  if (charged === undefined) return 'held'
  if (refundedAtMs !== undefined) return 'refunded'
  return charged === '0' ? 'released' : 'charged'
}

const FREE = {
  paid: 'The skill itself is free.',
  purchase: 'The instructions are free.',
  free: 'The skill is free.',
  own: 'Your organisation publishes this skill.',
  draft: 'A test run of a draft.',
  dry_run: 'A dry run.',
} as const satisfies Record<RunTerms['terms'], string>

function describeReason(row: RunRow, decision: Receipt['decision']): string {
  const { terms, state, rootRunId, priceMicros } = row
  if (decision === 'free') return FREE[terms as RunTerms['terms']] ?? FREE.free
  if (decision === 'charged' || decision === 'refunded') return describeCharge(row)
  if (decision === 'held')
    return isEnded(state) ? 'The run that called it has not ended.' : 'The run has not ended.'
  if (state === 'succeeded' && row.itemMicros !== null && !row.items) return 'The output has no items.'
  if (state === 'succeeded' && rootRunId) return 'The run that called it was not charged.'
  if (state === 'succeeded' && priceMicros === 0n) return 'It called no paid skills.'
  if (state === 'partial') return 'The run only partially succeeded, so it is not charged.'
  return `The run ended as “${RUN_LABELS[state]}”, so it is not charged.`
}

function describeCharge(row: RunRow): string {
  const { state, priceMicros, skillSetId } = row
  const { chargedForCalls } = computeCost(row)
  if (row.terms === 'purchase') return 'The instructions were bought, once for all versions of this major.'
  if (chargedForCalls === undefined) return `The output matches the contract${describeItems(row)}.`
  if (state !== 'succeeded')
    return `The run ended as “${RUN_LABELS[state]}”, so its own price is not charged. The skills that it called succeeded and cost ${chargedForCalls} USDC.`
  const own =
    priceMicros > 0n
      ? `The output matches the contract${describeItems(row)}: ${formatMicros(computeOwnCharge(row))} USDC.`
      : `The ${skillSetId ? 'skill' : 'code'} itself is free.`
  return `${own} The skills that it called cost ${chargedForCalls} USDC.`
}

/** Returns what the run itself cost, without its calls: a price is for the whole run, or for its items up to it. */
function computeOwnCharge({ priceMicros, chargedMicros }: RunRow): bigint {
  return chargedMicros ?? priceMicros
}

/** Returns " with 12 items at 0.002 USDC each"; "" for a price of the whole run. */
function describeItems({ itemMicros, items }: RunRow): string {
  if (itemMicros === null) return ''
  return ` with ${plural(items ?? 0, 'item')} at ${formatMicros(itemMicros)} USDC each`
}
