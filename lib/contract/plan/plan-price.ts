/**
 * What a plan may cost, before anything runs.
 *
 * Ground; also in the browser. A step costs its price for every call that is charged: failed attempts are not. A
 * foreach costs it for every item; how many there can be is what the list's schema promises, and where that sets no
 * bound the price is per item. Source: specification "First-party tools and plans", Plan, price roll-up.
 */
import { amountOf } from '../money/money.ts'

/** How often a step is called at least and at most; `most` is absent where nothing sets a bound. */
export type Calls = { least: number; most?: number }

export type StepPrice = {
  stepId: string
  priceMicros: bigint
  /** What the skills cost that one call may call besides. */
  callsMicros?: bigint
  calls: Calls
}

export type PlanPrice = {
  minMicros: bigint
  /** The worst case; absent when there is none, see `perItem`. */
  maxMicros?: bigint
  /** Steps that cost something for every item of a list nobody knows the length of. */
  perItem: { stepId: string; priceMicros: bigint }[]
  /** "free", "0.05 USDC", "0.05 to 0.25 USDC", "0.05 USDC and 0.01 USDC for each item of “create”" */
  words: string
}

export function planPrice(steps: readonly StepPrice[]): PlanPrice {
  const costly = steps
    .map(({ callsMicros = 0n, ...step }) => ({ ...step, mostMicros: step.priceMicros + callsMicros }))
    .filter(({ mostMicros, calls }) => mostMicros > 0n && calls.most !== 0)
  const bounded = costly.filter(({ calls }) => calls.most !== undefined)
  const perItem = costly
    .filter(({ calls }) => calls.most === undefined)
    .map(({ stepId, mostMicros }) => ({ stepId, priceMicros: mostMicros }))
  const minMicros = sum(costly.map(({ priceMicros, calls }) => priceMicros * BigInt(calls.least)))
  const boundedMicros = sum(bounded.map(({ mostMicros, calls }) => mostMicros * BigInt(calls.most ?? 0)))
  const price = { minMicros, ...(perItem.length === 0 && { maxMicros: boundedMicros }), perItem }
  return { ...price, words: wordsOf(price, boundedMicros) }
}

function wordsOf({ minMicros, perItem }: Omit<PlanPrice, 'words'>, boundedMicros: bigint): string {
  const each = perItem.map(
    ({ stepId, priceMicros }) => `${amountOf(priceMicros)} USDC for each item of “${stepId}”`,
  )
  const known = minMicros === boundedMicros ? usdc(boundedMicros) : `${usdcFrom(minMicros, boundedMicros)}`
  if (each.length === 0) return known
  return boundedMicros === 0n ? each.join(' and ') : [known, ...each].join(' and ')
}

function usdc(micros: bigint): string {
  return micros === 0n ? 'free' : `${amountOf(micros)} USDC`
}

function usdcFrom(least: bigint, most: bigint): string {
  return least < most ? `${amountOf(least)} to ${amountOf(most)} USDC` : usdc(most)
}

function sum(all: readonly bigint[]): bigint {
  return all.reduce((total, each) => total + each, 0n)
}
