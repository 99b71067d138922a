/**
 * Whether a value satisfies a node of a schema graph.
 *
 * Ground. The validator has the last word on every witness; this one can be asked about any part, about "not" and
 * about schemas of our own making, without compiling anything. Undefined where it cannot tell.
 */
import { isObject, type Json } from '../json/json.ts'
import { sameText } from '../json/json-equality.ts'
import { countWork, withinReason } from '../schema/effort.ts'
import { hasFormat } from '../schema/formats.ts'
import { hasAssertedFormat } from './asserted-format.ts'
import type { Literal, Option, Type } from './clause.ts'
import { clausesOf } from './clauses-of.ts'
import { isListed } from './listed-values.ts'
import { matches } from './matches.ts'
import { compare, isMultiple, rational } from './rational.ts'
import type { SchemaNode } from './schema-graph.ts'

type Maybe = boolean | undefined

export function accepts(node: SchemaNode, value: Json): Maybe {
  return withinReason(
    () => isAccepted(node, value),
    () => undefined,
  )
}

// What multiplies here is asked about many times: each answer may take a hundredth of a second.
const WORK_OF_NODE = 30

function isAccepted(node: SchemaNode, value: Json): Maybe {
  countWork(WORK_OF_NODE)
  if (node.constant !== undefined) return node.constant
  const type = typeOf(value)
  return every(clausesOf(node, type, false), ({ holds }) => some(holds, (option) => satisfies(option, value)))
}

export function typeOf(value: Json): Type {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as Type
}

function satisfies({ literals, goals }: Option, value: Json): Maybe {
  const own = every(literals, (literal) => isTrue(literal, value))
  if (own === false) return false
  const below = every(goals, ({ node, holds }) => isAs(isAccepted(node, value), holds))
  return below === true ? own : below
}

function isTrue(literal: Literal, value: Json): Maybe {
  if (literal.is === 'among') return isListed(literal.values, value)
  if (literal.is === 'not-among') return !isListed(literal.values, value)
  if (literal.is === 'unknown') return undefined
  if (typeof value === 'number') return isTrueOfNumber(literal, value)
  if (typeof value === 'string') return isTrueOfText(literal, value)
  if (Array.isArray(value)) return isTrueOfList(literal, value)
  return isObject(value) ? isTrueOfObject(literal, value) : true
}

export function isTrueOfNumber(literal: Literal, value: number): boolean {
  switch (literal.is) {
    case 'least':
    case 'most': {
      const order = compare(rational(value), literal.value) * (literal.is === 'least' ? 1 : -1)
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
  switch (literal.is) {
    case 'size':
      return isWithin([...value].length, literal)
    case 'pattern':
      return isAs(matches(literal.text, value), literal.holds)
    case 'format':
      return hasAssertedFormat(literal.text) ? hasFormat(literal.text, value) === literal.holds : true
    default:
      return true
  }
}

function isTrueOfList(literal: Literal, value: Json[]): Maybe {
  switch (literal.is) {
    case 'size':
      return isWithin(value.length, literal)
    case 'unique':
      return new Set(value.map(sameText)).size === value.length
    case 'items':
      return every([...value.entries()], ([at, each]) => isAccepted(literal.prefix[at] ?? literal.rest, each))
    case 'contains': {
      const found = value.map((each) => isAs(isAccepted(literal.goal.node, each), literal.goal.holds))
      const [sure, unsure] = [count(found, true), count(found, undefined)]
      if (unsure === 0) return isWithin(sure, literal)
      return sure + unsure < literal.least || sure > literal.most ? false : undefined
    }
    default:
      return true
  }
}

function isTrueOfObject(literal: Literal, value: { [name: string]: Json }): Maybe {
  switch (literal.is) {
    case 'size':
      return isWithin(Object.keys(value).length, literal)
    case 'has':
      return Object.hasOwn(value, literal.name)
    case 'lacks':
      return !Object.hasOwn(value, literal.name)
    case 'names':
      return every(Object.keys(value), (name) =>
        isAs(isAccepted(literal.goal.node, name), literal.goal.holds),
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

function isWithin(size: number, { least, most }: { least: number; most: number }): boolean {
  return size >= least && size <= most
}

export function isAs(found: Maybe, holds: boolean): Maybe {
  return found === undefined ? undefined : found === holds
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
  const opposite = every(items, (item) => isAs(ask(item), false))
  return isAs(opposite, false)
}

function count(found: readonly Maybe[], which: Maybe): number {
  return found.filter((each) => each === which).length
}
