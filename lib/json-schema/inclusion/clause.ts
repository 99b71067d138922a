/** A choice between options, so "and", "or" and "not" become choices between simple statements. */
import { isObject, type Json } from '../../kernel/json/json.ts'
import type { SchemaNode } from '../graph/schema-graph.ts'

export const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const
export type JsonType = (typeof TYPES)[number]

export type Goal = { node: SchemaNode; mustAccept: boolean; isNew: boolean }

export type Fields = {
  names: Map<string, SchemaNode>
  patterns: [pattern: string, node: SchemaNode][]
  rest: SchemaNode
}

/** Exact fractions, so that multiples can be decided. */
export type Rational = { top: bigint; bottom: bigint }

export type Literal =
  | { kind: 'least' | 'most'; value: Rational; isOpen: boolean }
  | { kind: 'multiple' | 'not-multiple'; of: Rational }
  | { kind: 'size'; min: number; max: number }
  | { kind: 'pattern' | 'format'; text: string; isTrue: boolean }
  | { kind: 'items'; prefix: SchemaNode[]; rest: SchemaNode; isNew: boolean }
  | { kind: 'item'; at: number; goal: Goal }
  | { kind: 'some-item'; from: number; goal: Goal }
  | { kind: 'contains'; goal: Goal; min: number; max: number }
  | { kind: 'unique' | 'repeated' }
  | { kind: 'fields'; fields: Fields; isNew: boolean }
  | { kind: 'has' | 'lacks'; name: string }
  | { kind: 'field'; name: string; goal: Goal }
  | { kind: 'names'; goal: Goal }
  | { kind: 'some-name'; goal: Goal }
  | { kind: 'some-field'; among: { pattern: string } | { outside: Fields }; goal: Goal }
  | { kind: 'among' | 'not-among'; values: Json[] }
  | { kind: 'unknown'; text: string; isTrue: boolean }

export type ClauseOption = {
  literals: Literal[]
  goals: Goal[]
  because?: { property: string } | { closed: true }
}

export type Clause = { whenTrue: ClauseOption[]; whenFalse: ClauseOption[] }

export function literals(...each: Literal[]): ClauseOption {
  return { literals: each, goals: [] }
}

export function goals(...each: Goal[]): ClauseOption {
  return { literals: [], goals: each }
}

export function rational(value: number): Rational {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const power = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return power >= 0 ? reduced(digits * 10n ** BigInt(power), 1n) : reduced(digits, 10n ** BigInt(-power))
}

function reduced(top: bigint, bottom: bigint): Rational {
  const divisor = commonDivisor(top < 0n ? -top : top, bottom)
  return divisor > 1n ? { top: top / divisor, bottom: bottom / divisor } : { top, bottom }
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b]
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

export function toNumber({ top, bottom }: Rational): number | null {
  const value = Number(top) / Number(bottom)
  if (!Number.isFinite(value)) return null
  return compare(rational(value), { top, bottom }) === 0 ? value : null
}

export function compare(a: Rational, b: Rational): number {
  const difference = a.top * b.bottom - b.top * a.bottom
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

export function times(a: Rational, whole: bigint): Rational {
  return reduced(a.top * whole, a.bottom)
}

export function plus(a: Rational, b: Rational): Rational {
  return reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
}

export function isMultiple(a: Rational, b: Rational): boolean {
  return (a.top * b.bottom) % (a.bottom * b.top) === 0n
}

export function commonMultiple(a: Rational, b: Rational): Rational {
  const [one, other] = [a.top * b.bottom, b.top * a.bottom]
  return reduced((one * other) / commonDivisor(one, other), a.bottom * b.bottom)
}

export function floorDivide(value: Rational, step: Rational): bigint {
  const [top, bottom] = [value.top * step.bottom, value.bottom * step.top]
  const quotient = top / bottom
  return top % bottom !== 0n && top < 0n ? quotient - 1n : quotient
}

export type Makes = (node: SchemaNode) => Goal

export const ANY_NODE: SchemaNode = { id: -1, own: {}, below: new Map(), constant: true }

export function either(whenTrue: Literal, whenFalse: Literal): Clause {
  return { whenTrue: [literals(whenTrue)], whenFalse: [literals(whenFalse)] }
}

export function unknown(text: string): Clause {
  return either({ kind: 'unknown', text, isTrue: true }, { kind: 'unknown', text, isTrue: false })
}

export function numberedNodes({ below }: SchemaNode, key: string): SchemaNode[] {
  const found: SchemaNode[] = []
  for (let node = below.get(`${key}/0`); node; node = below.get(`${key}/${found.length}`)) found.push(node)
  return found
}

export function namedNodes({ below }: SchemaNode, key: string): [name: string, node: SchemaNode][] {
  const start = `${key}/`
  return [...below]
    .filter(([location]) => location.startsWith(start))
    .map(([location, each]) => [location.slice(start.length), each])
}

export function sizeClauses(min: Json | undefined, max: Json | undefined): Clause[] {
  const clauses: Clause[] = []
  if (typeof min === 'number' && min > 0)
    clauses.push(
      either({ kind: 'size', min, max: Infinity }, { kind: 'size', min: 0, max: Math.ceil(min) - 1 }),
    )
  if (typeof max === 'number')
    clauses.push(
      either({ kind: 'size', min: 0, max }, { kind: 'size', min: Math.floor(max) + 1, max: Infinity }),
    )
  return clauses
}

export function isNames(value: Json | undefined): value is { [name: string]: Json } {
  return isObject(value)
}
