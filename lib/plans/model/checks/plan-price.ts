/** Prices count successful calls. A list's schema bounds those of a foreach; without a bound the price is per item. */
import { formatMicros } from '../../../kernel/money.ts'

export type CallBounds = { min: number; max?: number }

type StepPrice = {
  stepId: string
  priceMicros: bigint
  callsMicros?: bigint
  calls: CallBounds
}

export type PlanPrice = {
  minMicros: bigint
  maxMicros?: bigint
  perItem: { stepId: string; priceMicros: bigint }[]
  label: string
}

export function planPrice(steps: readonly StepPrice[]): PlanPrice {
  const costly = steps
    .map(({ callsMicros = 0n, ...step }) => ({ ...step, callMicros: step.priceMicros + callsMicros }))
    .filter(({ callMicros, calls }) => callMicros > 0n && calls.max !== 0)
  const bounded = costly.filter(({ calls }) => calls.max !== undefined)
  const perItem = costly
    .filter(({ calls }) => calls.max === undefined)
    .map(({ stepId, callMicros }) => ({ stepId, priceMicros: callMicros }))
  const minMicros = sum(costly.map(({ priceMicros, calls }) => priceMicros * BigInt(calls.min)))
  const boundedMicros = sum(bounded.map(({ callMicros, calls }) => callMicros * BigInt(calls.max ?? 0)))
  const price = { minMicros, ...(perItem.length === 0 && { maxMicros: boundedMicros }), perItem }
  return { ...price, label: priceLabel(price, boundedMicros) }
}

function priceLabel({ minMicros, perItem }: Omit<PlanPrice, 'label'>, boundedMicros: bigint): string {
  const each = perItem.map(
    ({ stepId, priceMicros }) => `${formatMicros(priceMicros)} USDC for each item of “${stepId}”`,
  )
  const known = minMicros === boundedMicros ? usdc(boundedMicros) : `${usdcFrom(minMicros, boundedMicros)}`
  if (each.length === 0) return known
  return boundedMicros === 0n ? each.join(' and ') : [known, ...each].join(' and ')
}

function usdc(micros: bigint): string {
  return micros === 0n ? 'free' : `${formatMicros(micros)} USDC`
}

function usdcFrom(min: bigint, max: bigint): string {
  return min < max ? `${formatMicros(min)} to ${formatMicros(max)} USDC` : usdc(max)
}

function sum(all: readonly bigint[]): bigint {
  return all.reduce((total, each) => total + each, 0n)
}
