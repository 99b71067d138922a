import { isTrueOfNumber } from './accepts.ts'
import {
  commonMultiple,
  compare,
  floorDivide,
  isMultiple,
  type Literal,
  plus,
  type Rational,
  rational,
  times,
  toNumber,
} from './clause.ts'
import type { FindResult } from './contradictions.ts'

// Only the multiples nearest to 0 are tried.
const MAX_MULTIPLES_TRIED = 2_000

type Limit = { value: Rational; isOpen: boolean }

/** Finds a number for which every literal is true. The answer is 'unknown' if none of the likely ones fits. */
export function findNumber(literals: readonly Literal[]): FindResult {
  const min = tightest(literals, 'least')
  const max = tightest(literals, 'most')
  const steps = literals.flatMap((each) => (each.kind === 'multiple' ? [each.of] : []))
  const excluded = new Set(literals.flatMap((each) => (each.kind === 'not-among' ? each.values : [])))
  const fits = (value: number) =>
    !excluded.has(value) && literals.every((each) => isTrueOfNumber(each, value))
  if (steps.length > 0) return amongMultiples(literals, steps.reduce(commonMultiple), { min, max }, fits)
  const order = min && max ? compare(min.value, max.value) : -1
  if (order > 0 || (order === 0 && (min?.isOpen || max?.isOpen))) return 'none'
  if (order === 0 && min) {
    const only = toNumber(min.value)
    return only === null ? 'unknown' : fits(only) ? { found: only } : 'none'
  }
  for (const each of valuesBetween(min?.value, max?.value)) if (fits(each)) return { found: each }
  return 'unknown'
}

function tightest(literals: readonly Literal[], kind: 'least' | 'most'): Limit | undefined {
  const sign = kind === 'least' ? 1 : -1
  let found: Limit | undefined
  for (const each of literals) {
    if (each.kind !== kind) continue
    const order = found ? compare(each.value, found.value) * sign : 1
    if (order > 0 || (order === 0 && each.isOpen)) found = each
  }
  return found
}

function amongMultiples(
  literals: readonly Literal[],
  step: Rational,
  { min, max }: { min: Limit | undefined; max: Limit | undefined },
  fits: (value: number) => boolean,
): FindResult {
  if (literals.some((each) => each.kind === 'not-multiple' && isMultiple(step, each.of))) return 'none'
  const first = min && firstStep(min, step)
  const last = max && lastStep(max, step)
  if (first !== undefined && last !== undefined && first > last) return 'none'
  const start = first !== undefined && first > 0n ? first : last !== undefined && last < 0n ? last : 0n
  let tried = 0
  for (let away = 0n; tried < MAX_MULTIPLES_TRIED; away++) {
    const here = [...new Set([start + away, start - away])].filter(
      (each) => (first === undefined || each >= first) && (last === undefined || each <= last),
    )
    if (here.length === 0) return 'none'
    for (const each of here) {
      tried++
      const value = toNumber(times(step, each))
      if (value !== null && fits(value)) return { found: value }
    }
  }
  return 'unknown'
}

function firstStep({ value, isOpen }: Limit, step: Rational): bigint {
  const below = floorDivide(value, step)
  const isExact = isMultiple(value, step)
  return isExact && !isOpen ? below : below + 1n
}

function lastStep({ value, isOpen }: Limit, step: Rational): bigint {
  const below = floorDivide(value, step)
  return isMultiple(value, step) && isOpen ? below - 1n : below
}

const PARTS = [0.5, 0.25, 0.75, 0.1, 0.9, 0.3, 0.7, 0.37, 0.61, 0.01, 0.99, 0.001, 0.123]

function* valuesBetween(min: Rational | undefined, max: Rational | undefined): Generator<number> {
  yield* [0, 1, -1, 0.5, -0.5, 1.5]
  for (const limit of [min, max]) {
    if (!limit) continue
    for (const away of [0, 1, -1, 0.5, -0.5, 0.1, -0.1, 0.01, -0.01]) {
      const value = toNumber(plus(limit, rational(away)))
      if (value !== null) yield value
    }
  }
  const [low, high] = [min && toNumber(min), max && toNumber(max)]
  if (typeof low === 'number' && typeof high === 'number') {
    for (const part of PARTS) yield low + (high - low) * part
    for (const digits of [1, 2, 3, 4, 6]) {
      const rounded = Number(((low + high) / 2).toFixed(digits))
      yield* [rounded, rounded + 10 ** -digits]
    }
  }
  for (let whole = 2; whole < 60; whole++) yield* [whole, -whole, whole + 0.5]
}
