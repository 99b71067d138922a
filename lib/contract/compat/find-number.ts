/** A number of which some statements are true. Ground. */

import { isTrueOfNumber } from './accepts.ts'
import type { Answer } from './answer.ts'
import type { Literal } from './clause.ts'
import {
  commonMultiple,
  compare,
  floorOf,
  isMultiple,
  plus,
  type Rational,
  rational,
  times,
  toNumber,
} from './rational.ts'

// Of a longer row of multiples only those nearest to 0 are tried.
const MOST_TRIED = 2_000

type Limit = { value: Rational; isOpen: boolean }

export function findNumber(literals: readonly Literal[]): Answer {
  const least = tightest(literals, 'least')
  const most = tightest(literals, 'most')
  const steps = literals.flatMap((each) => (each.is === 'multiple' ? [each.of] : []))
  const excluded = new Set(literals.flatMap((each) => (each.is === 'not-among' ? each.values : [])))
  const fits = (value: number) =>
    !excluded.has(value) && literals.every((each) => isTrueOfNumber(each, value))
  if (steps.length > 0) return amongMultiples(literals, steps.reduce(commonMultiple), { least, most }, fits)
  const order = least && most ? compare(least.value, most.value) : -1
  if (order > 0 || (order === 0 && (least?.isOpen || most?.isOpen))) return 'none'
  if (order === 0 && least) {
    const only = toNumber(least.value)
    return only === null ? 'unknown' : fits(only) ? { found: only } : 'none'
  }
  for (const each of between(least?.value, most?.value)) if (fits(each)) return { found: each }
  return 'unknown'
}

function tightest(literals: readonly Literal[], is: 'least' | 'most'): Limit | undefined {
  const sign = is === 'least' ? 1 : -1
  let found: Limit | undefined
  for (const each of literals) {
    if (each.is !== is) continue
    const order = found ? compare(each.value, found.value) * sign : 1
    if (order > 0 || (order === 0 && each.isOpen)) found = each
  }
  return found
}

function amongMultiples(
  literals: readonly Literal[],
  step: Rational,
  { least, most }: { least: Limit | undefined; most: Limit | undefined },
  fits: (value: number) => boolean,
): Answer {
  if (literals.some((each) => each.is === 'not-multiple' && isMultiple(step, each.of))) return 'none'
  const first = least && firstStep(least, step)
  const last = most && lastStep(most, step)
  if (first !== undefined && last !== undefined && first > last) return 'none'
  const start = first !== undefined && first > 0n ? first : last !== undefined && last < 0n ? last : 0n
  let tried = 0
  for (let away = 0n; tried < MOST_TRIED; away++) {
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
  const below = floorOf(value, step)
  const isExact = isMultiple(value, step)
  return isExact && !isOpen ? below : below + 1n
}

function lastStep({ value, isOpen }: Limit, step: Rational): bigint {
  const below = floorOf(value, step)
  return isMultiple(value, step) && isOpen ? below - 1n : below
}

const PARTS = [0.5, 0.25, 0.75, 0.1, 0.9, 0.3, 0.7, 0.37, 0.61, 0.01, 0.99, 0.001, 0.123]

/** Numbers of an interval, those that read well first. */
function* between(least: Rational | undefined, most: Rational | undefined): Generator<number> {
  yield* [0, 1, -1, 0.5, -0.5, 1.5]
  for (const limit of [least, most]) {
    if (!limit) continue
    for (const away of [0, 1, -1, 0.5, -0.5, 0.1, -0.1, 0.01, -0.01]) {
      const value = toNumber(plus(limit, rational(away)))
      if (value !== null) yield value
    }
  }
  const [low, high] = [least && toNumber(least), most && toNumber(most)]
  if (typeof low === 'number' && typeof high === 'number') {
    for (const part of PARTS) yield low + (high - low) * part
    for (const digits of [1, 2, 3, 4, 6]) {
      const rounded = Number(((low + high) / 2).toFixed(digits))
      yield* [rounded, rounded + 10 ** -digits]
    }
  }
  for (let whole = 2; whole < 60; whole++) yield* [whole, -whole, whole + 0.5]
}
