/** Checks values without compiling the schema. Returns undefined where it cannot decide. */
import { isObject, type Json, sameText } from '../../kernel/json/json.ts'
import { hasFormat } from '../evaluate/formats.ts'
import { hasAssertedFormat, type SchemaNode } from '../graph/schema-graph.ts'
import { spendWork, withinWorkLimit } from '../limits/work-budget.ts'
import { matches } from '../regex/linear-regex.ts'
import { jsonTypeOf } from '../tree/schema-tree.ts'
import { type ClauseOption, compare, isMultiple, type JsonType, type Literal, rational } from './clause.ts'
import { toClauses } from './clauses-of.ts'

type Maybe = boolean | undefined

export function accepts(node: SchemaNode, value: Json): Maybe {
  return withinWorkLimit(
    () => isAccepted(node, value),
    () => undefined,
  )
}

// Limits each of many calls to about 10 ms.
const WORK_OF_NODE = 30

function isAccepted(node: SchemaNode, value: Json): Maybe {
  spendWork(WORK_OF_NODE)
  if (node.constant !== undefined) return node.constant
  const type = jsonTypeOf(value) as JsonType
  return every(toClauses(node, type, false), ({ whenTrue }) =>
    some(whenTrue, (option) => satisfies(option, value)),
  )
}

function satisfies({ literals, goals }: ClauseOption, value: Json): Maybe {
  const own = every(literals, (literal) => isTrue(literal, value))
  if (own === false) return false
  const below = every(goals, ({ node, mustAccept }) => isAsExpected(isAccepted(node, value), mustAccept))
  return below === true ? own : below
}

function isTrue(literal: Literal, value: Json): Maybe {
  if (literal.kind === 'among') return isAmongListed(literal.values, value)
  if (literal.kind === 'not-among') return !isAmongListed(literal.values, value)
  if (literal.kind === 'unknown') return undefined
  if (typeof value === 'number') return isTrueOfNumber(literal, value)
  if (typeof value === 'string') return isTrueOfText(literal, value)
  if (Array.isArray(value)) return isTrueOfList(literal, value)
  return isObject(value) ? isTrueOfObject(literal, value) : true
}

export function isTrueOfNumber(literal: Literal, value: number): boolean {
  switch (literal.kind) {
    case 'least':
    case 'most': {
      const order = compare(rational(value), literal.value) * (literal.kind === 'least' ? 1 : -1)
      return literal.isOpen ? order > 0 : order >= 0
    }
    case 'multiple':
      return isMultiple(rational(value), literal.of)
    case 'not-multiple':
      return !isMultiple(rational(value), literal.of)
    default:
      return true
  }
}

export function isTrueOfText(literal: Literal, value: string): Maybe {
  switch (literal.kind) {
    case 'size':
      return isWithin([...value].length, literal)
    case 'pattern':
      return isAsExpected(matches(literal.text, value), literal.isTrue)
    case 'format':
      return hasAssertedFormat(literal.text) ? hasFormat(literal.text, value) === literal.isTrue : true
    default:
      return true
  }
}

function isTrueOfList(literal: Literal, value: Json[]): Maybe {
  switch (literal.kind) {
    case 'size':
      return isWithin(value.length, literal)
    case 'unique':
      return new Set(value.map(sameText)).size === value.length
    case 'items':
      return every([...value.entries()], ([at, each]) => isAccepted(literal.prefix[at] ?? literal.rest, each))
    case 'contains': {
      const found = value.map((each) =>
        isAsExpected(isAccepted(literal.goal.node, each), literal.goal.mustAccept),
      )
      const [sure, unsure] = [count(found, true), count(found, undefined)]
      if (unsure === 0) return isWithin(sure, literal)
      return sure + unsure < literal.min || sure > literal.max ? false : undefined
    }
    default:
      return true
  }
}

function isTrueOfObject(literal: Literal, value: { [name: string]: Json }): Maybe {
  switch (literal.kind) {
    case 'size':
      return isWithin(Object.keys(value).length, literal)
    case 'has':
      return Object.hasOwn(value, literal.name)
    case 'lacks':
      return !Object.hasOwn(value, literal.name)
    case 'names':
      return every(Object.keys(value), (name) =>
        isAsExpected(isAccepted(literal.goal.node, name), literal.goal.mustAccept),
      )
    case 'fields': {
      const { names, patterns, rest } = literal.fields
      return every(Object.entries(value), ([name, each]) => {
        const own = names.get(name)
        const among = patterns.map(([pattern, node]) => ({ node, isIn: matches(pattern, name) }))
        const known = [...(own ? [own] : []), ...among.filter(({ isIn }) => isIn).map(({ node }) => node)]
        const asked = every(known, (node) => isAccepted(node, each))
        if (asked === false) return false
        if (among.some(({ isIn }) => isIn === undefined)) return undefined
        return known.length > 0 ? asked : isAccepted(rest, each)
      })
    }
    default:
      return true
  }
}

function isWithin(size: number, { min, max }: { min: number; max: number }): boolean {
  return size >= min && size <= max
}

export function isAsExpected(found: Maybe, expected: boolean): Maybe {
  return found === undefined ? undefined : found === expected
}

function every<Item>(items: readonly Item[], ask: (item: Item) => Maybe): Maybe {
  let isSure = true
  for (const item of items) {
    const found = ask(item)
    if (found === false) return false
    if (found === undefined) isSure = false
  }
  return isSure ? true : undefined
}

function some<Item>(items: readonly Item[], ask: (item: Item) => Maybe): Maybe {
  const opposite = every(items, (item) => isAsExpected(ask(item), false))
  return isAsExpected(opposite, false)
}

function count(found: readonly Maybe[], which: Maybe): number {
  return found.filter((each) => each === which).length
}

const remembered = new WeakMap<readonly Json[], Set<string>>()

/** The list must not be changed afterwards. */
export function isAmongListed(values: readonly Json[], value: Json): boolean {
  let texts = remembered.get(values)
  if (!texts) {
    texts = new Set(values.map(sameText))
    remembered.set(values, texts)
  }
  return texts.has(sameText(value))
}
