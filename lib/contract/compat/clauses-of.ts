/**
 * The clauses of a schema, for values of one type. Keywords that speak of other types say nothing.
 *
 * Ground. Source: JSON Schema 2020-12 Core §10, Validation §6.
 */
import { areApart } from './are-apart.ts'
import { type Clause, type Goal, goals, literals, type Option, type Type } from './clause.ts'
import { either, listed, type Makes, sizeClauses, unknown } from './clause-parts.ts'
import { arrayClauses } from './clauses-of-arrays.ts'
import { objectClauses } from './clauses-of-objects.ts'
import { rational } from './rational.ts'
import type { SchemaNode } from './schema-graph.ts'

/** A clause that is simply true or false of all values of the type. */
const NEVER: Clause = { holds: [], fails: [literals()] }

const remembered = new WeakMap<SchemaNode, Map<string, Clause[]>>()

/** `isNew` marks what comes from the version that is asked about. */
export function clausesOf(node: SchemaNode, type: Type, isNew: boolean): Clause[] {
  const known = remembered.get(node) ?? new Map<string, Clause[]>()
  remembered.set(node, known)
  const key = isNew ? `new ${type}` : type
  const clauses = known.get(key) ?? makeClauses(node, type, isNew)
  known.set(key, clauses)
  return clauses
}

function makeClauses(node: SchemaNode, type: Type, isNew: boolean): Clause[] {
  if (node.constant !== undefined) return node.constant ? [] : [NEVER]
  const { own } = node
  const types = own.type === undefined ? null : [own.type].flat()
  const hasType = !types || types.includes(type) || (type === 'number' && types.includes('integer'))
  if (!hasType) return [NEVER]
  const yes = (each: SchemaNode): Goal => ({ node: each, holds: true, isNew })
  const no = (each: SchemaNode): Goal => ({ node: each, holds: false, isNew })
  const clauses: Clause[] = []
  if (types && type === 'number' && !types.includes('number')) clauses.push(...WHOLE)
  for (const values of [own.enum, own.const === undefined ? undefined : [own.const]]) {
    if (Array.isArray(values)) clauses.push(either({ is: 'among', values }, { is: 'not-among', values }))
  }
  if (typeof own.unknown === 'string') clauses.push(unknown(own.unknown))
  clauses.push(...choices(node, yes, no))
  if (type === 'number') clauses.push(...numberClauses(node))
  if (type === 'string') clauses.push(...stringClauses(node))
  if (type === 'array') clauses.push(...arrayClauses(node, yes, no))
  if (type === 'object') clauses.push(...objectClauses(node, yes, no))
  return clauses
}

const ONE = rational(1)
const [LEAST, MOST] = [rational(Number.MIN_SAFE_INTEGER), rational(Number.MAX_SAFE_INTEGER)]

/** A contract takes whole numbers only as far as they are kept exactly. */
const WHOLE: readonly Clause[] = [
  either({ is: 'multiple', of: ONE }, { is: 'not-multiple', of: ONE }),
  either({ is: 'least', value: LEAST, isOpen: false }, { is: 'most', value: LEAST, isOpen: true }),
  either({ is: 'most', value: MOST, isOpen: false }, { is: 'least', value: MOST, isOpen: true }),
]

function choices(node: SchemaNode, yes: Makes, no: Makes): Clause[] {
  const clauses: Clause[] = []
  for (const each of [...listed(node, '$ref'), ...listed(node, 'allOf')])
    clauses.push({ holds: [goals(yes(each))], fails: [goals(no(each))] })
  const not = node.below.get('not')
  if (not) clauses.push({ holds: [goals(no(not))], fails: [goals(yes(not))] })
  const any = listed(node, 'anyOf')
  if (any.length > 0)
    clauses.push({ holds: any.map((each) => goals(yes(each))), fails: [goals(...any.map(no))] })
  const one = listed(node, 'oneOf')
  if (one.length > 0) clauses.push(exactlyOne(node, one, yes, no))
  const condition = node.below.get('if')
  const [then, otherwise] = [node.below.get('then'), node.below.get('else')]
  if (condition && (then || otherwise)) {
    const when = (makes: Makes, each: SchemaNode | undefined) => (each ? [makes(each)] : [])
    clauses.push({
      holds: [goals(yes(condition), ...when(yes, then)), goals(no(condition), ...when(yes, otherwise))],
      fails: [
        ...(then ? [goals(yes(condition), no(then))] : []),
        ...(otherwise ? [goals(no(condition), no(otherwise))] : []),
      ],
    })
  }
  return clauses
}

// More pairs of branches than these are not looked at one by one.
const MOST_PAIRS = 20_000

/** One branch holds and no other does. Branches that a glance tells apart need not be denied. */
function exactlyOne(node: SchemaNode, one: SchemaNode[], yes: Makes, no: Makes): Clause {
  const none = goals(...one.map(no))
  const rivals = one.map((): SchemaNode[] => [])
  const two: Option[] = []
  for (const [at, first] of one.entries()) {
    for (const [index, second] of one.entries()) {
      if (index <= at || areApart(first, second)) continue
      rivals[at]?.push(second)
      rivals[index]?.push(first)
      two.push(goals(yes(first), yes(second)))
    }
    if (two.length > MOST_PAIRS) {
      const perhaps = { is: 'unknown', text: `only one of ${node.id}`, holds: true } as const
      return {
        holds: one.map((each) => ({ literals: [perhaps], goals: [yes(each)] })),
        fails: [none, literals({ ...perhaps, holds: false })],
      }
    }
  }
  return {
    holds: one.map((each, at) => goals(yes(each), ...(rivals[at] ?? []).map(no))),
    fails: [none, ...two],
  }
}

// biome-ignore format: a table reads in rows
const LIMITS = [
  { keyword: 'minimum', is: 'least', opposite: 'most', isOpen: false }, { keyword: 'exclusiveMinimum', is: 'least', opposite: 'most', isOpen: true },
  { keyword: 'maximum', is: 'most', opposite: 'least', isOpen: false }, { keyword: 'exclusiveMaximum', is: 'most', opposite: 'least', isOpen: true },
] as const

function numberClauses({ own }: SchemaNode): Clause[] {
  const clauses = LIMITS.flatMap(({ keyword, is, opposite, isOpen }) => {
    const limit = own[keyword]
    if (typeof limit !== 'number') return []
    const value = rational(limit)
    return [either({ is, value, isOpen }, { is: opposite, value, isOpen: !isOpen })]
  })
  const { multipleOf } = own
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    const of = rational(multipleOf)
    clauses.push(either({ is: 'multiple', of }, { is: 'not-multiple', of }))
  }
  return clauses
}

function stringClauses({ own }: SchemaNode): Clause[] {
  const clauses = sizeClauses(own.minLength, own.maxLength)
  for (const is of ['pattern', 'format'] as const) {
    const text = own[is]
    if (typeof text === 'string') clauses.push(either({ is, text, holds: true }, { is, text, holds: false }))
  }
  return clauses
}
