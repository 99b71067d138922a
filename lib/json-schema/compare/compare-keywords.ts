/** Compares keyword by keyword, which is sound because each keyword only adds a condition. */

import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { jsonTypeOf } from '../tree/schema-tree.ts'
import type { Difference, DifferenceLocation } from './difference.ts'
import type { PlainSchema } from './plain-schema.ts'

export type ComparedSide = { root: JsonSchema; schema: Json | undefined }

type AcceptsValue = (side: 'before' | 'after', value: Json) => boolean

export function compareValues(
  a: PlainSchema,
  b: PlainSchema,
  takes: AcceptsValue,
  location: DifferenceLocation,
): Difference[] | null {
  const [old, now] = [a.keywords.enum, b.keywords.enum]
  const known = (values: Json | undefined, side: 'before' | 'after') =>
    listOf(values).filter((each) => takes(side, each))
  if (Array.isArray(old) && Array.isArray(now)) {
    const gone = known(old, 'before').filter((each) => !takes('after', each))
    const fresh = known(now, 'after').filter((each) => !takes('before', each))
    const types = new Set(old.map(jsonTypeOf))
    const isSameList =
      now.some((each) => takes('before', each)) && fresh.every((each) => types.has(jsonTypeOf(each)))
    return [
      ...(gone.length > 0
        ? [{ kind: 'values-removed' as const, ...location, more: false, less: true, before: gone }]
        : []),
      ...(fresh.length > 0
        ? [{ kind: 'values-added' as const, ...location, more: true, less: false, after: fresh, isSameList }]
        : []),
    ]
  }
  if (Array.isArray(old)) {
    const isRefused = known(old, 'before').some((each) => !takes('after', each))
    return [{ kind: 'constraint', ...location, keyword: 'enum', before: old, more: true, less: isRefused }]
  }
  if (Array.isArray(now)) {
    const isFresh = known(now, 'after').some((each) => !takes('before', each))
    return [{ kind: 'constraint', ...location, keyword: 'enum', after: now, more: isFresh, less: true }]
  }
  return null
}

export function compareTypes(a: PlainSchema, b: PlainSchema, location: DifferenceLocation): Difference[] {
  const less = a.types.some((type) => !covers(b.types, type))
  const more = b.types.some((type) => !covers(a.types, type))
  if (!less && !more) return []
  return [{ kind: 'type', ...location, more, less, before: a.types, after: b.types }]
}

export const KINDS = ['object', 'array', 'string', 'number']

export function hasKind(types: readonly string[], kind: string): boolean {
  return types.includes(kind) || (kind === 'number' && types.includes('integer'))
}

function covers(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

type Bound = { keyword: string; of: string; tighter: 'higher' | 'lower' }

// biome-ignore format: table
const BOUNDS: readonly Bound[] = [
  { keyword: 'minimum',          of: 'number', tighter: 'higher' }, { keyword: 'maximum',          of: 'number', tighter: 'lower' },
  { keyword: 'exclusiveMinimum', of: 'number', tighter: 'higher' }, { keyword: 'exclusiveMaximum', of: 'number', tighter: 'lower' },
  { keyword: 'minLength',        of: 'string', tighter: 'higher' }, { keyword: 'maxLength',        of: 'string', tighter: 'lower' },
  { keyword: 'minItems',         of: 'array',  tighter: 'higher' }, { keyword: 'maxItems',         of: 'array',  tighter: 'lower' },
  { keyword: 'minProperties',    of: 'object', tighter: 'higher' }, { keyword: 'maxProperties',    of: 'object', tighter: 'lower' },
]
const EXACT: readonly { keyword: string; of: string }[] = [
  { keyword: 'multipleOf', of: 'number' },
  { keyword: 'pattern', of: 'string' },
  { keyword: 'format', of: 'string' },
  { keyword: 'uniqueItems', of: 'array' },
]

export function compareConstraints(
  a: JsonSchema,
  b: JsonSchema,
  shared: readonly string[],
  location: DifferenceLocation,
): Difference[] {
  const applies = ({ of }: { of: string }) => shared.includes(of)
  const bounds = BOUNDS.filter(applies).flatMap(({ keyword, tighter }): Difference[] => {
    const none = tighter === 'higher' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    const defaultBound = /Length|Items|Properties/.test(keyword) && tighter === 'higher' ? 0 : none
    const [old, now] = [a, b].map((each) =>
      typeof each[keyword] === 'number' ? each[keyword] : defaultBound,
    ) as [number, number]
    if (old === now) return []
    const isTighter = tighter === 'higher' ? now > old : now < old
    return [constraint(keyword, a, b, location, { more: !isTighter, less: isTighter })]
  })
  const exact = EXACT.filter(applies).flatMap(({ keyword }): Difference[] => {
    const [old, now] = [a[keyword] || undefined, b[keyword] || undefined]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    if (keyword === 'multipleOf' && typeof old === 'number' && typeof now === 'number') {
      return [
        constraint(keyword, a, b, location, {
          more: !isMultiple(now, old) || now < old,
          less: !isMultiple(old, now) || now > old,
        }),
      ]
    }
    return [constraint(keyword, a, b, location, { more: old !== undefined, less: now !== undefined })]
  })
  return [...bounds, ...exact]
}

function isMultiple(a: number, b: number): boolean {
  return Number.isInteger(a / b) || Number.isInteger(b / a)
}

function constraint(
  keyword: string,
  a: JsonSchema,
  b: JsonSchema,
  location: DifferenceLocation,
  { more, less }: { more: boolean; less: boolean },
): Difference {
  const [before, after] = [a[keyword], b[keyword]]
  return {
    kind: 'constraint',
    ...location,
    pointer: `${location.pointer}/${keyword}`,
    keyword,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    more,
    less,
  }
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
