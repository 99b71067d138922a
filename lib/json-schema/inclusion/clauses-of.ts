import { areDisjoint } from '../graph/are-disjoint.ts'
import type { SchemaNode } from '../graph/schema-graph.ts'
import {
  ANY_NODE,
  type Clause,
  type ClauseOption,
  either,
  type Goal,
  goals,
  type JsonType,
  literals,
  type Makes,
  numberedNodes,
  rational,
  sizeClauses,
  unknown,
} from './clause.ts'
import { objectClauses } from './clauses-of-objects.ts'

const NEVER: Clause = { whenTrue: [], whenFalse: [literals()] }

const remembered = new WeakMap<SchemaNode, Map<string, Clause[]>>()

export function toClauses(node: SchemaNode, type: JsonType, isNew: boolean): Clause[] {
  const known = remembered.get(node) ?? new Map<string, Clause[]>()
  remembered.set(node, known)
  const key = isNew ? `new ${type}` : type
  const clauses = known.get(key) ?? makeClauses(node, type, isNew)
  known.set(key, clauses)
  return clauses
}

function makeClauses(node: SchemaNode, type: JsonType, isNew: boolean): Clause[] {
  if (node.constant !== undefined) return node.constant ? [] : [NEVER]
  const { own } = node
  const types = own.type === undefined ? null : [own.type].flat()
  const hasType = !types || types.includes(type) || (type === 'number' && types.includes('integer'))
  if (!hasType) return [NEVER]
  const yes = (each: SchemaNode): Goal => ({ node: each, mustAccept: true, isNew })
  const no = (each: SchemaNode): Goal => ({ node: each, mustAccept: false, isNew })
  const clauses: Clause[] = []
  if (types && type === 'number' && !types.includes('number')) clauses.push(...WHOLE)
  for (const values of [own.enum, own.const === undefined ? undefined : [own.const]]) {
    if (Array.isArray(values)) clauses.push(either({ kind: 'among', values }, { kind: 'not-among', values }))
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

const WHOLE: readonly Clause[] = [
  either({ kind: 'multiple', of: ONE }, { kind: 'not-multiple', of: ONE }),
  either({ kind: 'least', value: LEAST, isOpen: false }, { kind: 'most', value: LEAST, isOpen: true }),
  either({ kind: 'most', value: MOST, isOpen: false }, { kind: 'least', value: MOST, isOpen: true }),
]

function choices(node: SchemaNode, yes: Makes, no: Makes): Clause[] {
  const clauses: Clause[] = []
  for (const each of [...numberedNodes(node, '$ref'), ...numberedNodes(node, 'allOf')])
    clauses.push({ whenTrue: [goals(yes(each))], whenFalse: [goals(no(each))] })
  const not = node.below.get('not')
  if (not) clauses.push({ whenTrue: [goals(no(not))], whenFalse: [goals(yes(not))] })
  const any = numberedNodes(node, 'anyOf')
  if (any.length > 0)
    clauses.push({ whenTrue: any.map((each) => goals(yes(each))), whenFalse: [goals(...any.map(no))] })
  const one = numberedNodes(node, 'oneOf')
  if (one.length > 0) clauses.push(exactlyOne(node, one, yes, no))
  const condition = node.below.get('if')
  const [then, otherwise] = [node.below.get('then'), node.below.get('else')]
  if (condition && (then || otherwise)) {
    const when = (makes: Makes, each: SchemaNode | undefined) => (each ? [makes(each)] : [])
    clauses.push({
      whenTrue: [goals(yes(condition), ...when(yes, then)), goals(no(condition), ...when(yes, otherwise))],
      whenFalse: [
        ...(then ? [goals(yes(condition), no(then))] : []),
        ...(otherwise ? [goals(no(condition), no(otherwise))] : []),
      ],
    })
  }
  return clauses
}

const MAX_PAIRS = 20_000

function exactlyOne(node: SchemaNode, one: SchemaNode[], yes: Makes, no: Makes): Clause {
  const none = goals(...one.map(no))
  const overlapping = one.map((): SchemaNode[] => [])
  const two: ClauseOption[] = []
  for (const [at, first] of one.entries()) {
    for (const [index, second] of one.entries()) {
      if (index <= at || areDisjoint(first, second)) continue
      overlapping[at]?.push(second)
      overlapping[index]?.push(first)
      two.push(goals(yes(first), yes(second)))
    }
    if (two.length > MAX_PAIRS) {
      const perhaps = { kind: 'unknown', text: `only one of ${node.id}`, isTrue: true } as const
      return {
        whenTrue: one.map((each) => ({ literals: [perhaps], goals: [yes(each)] })),
        whenFalse: [none, literals({ ...perhaps, isTrue: false })],
      }
    }
  }
  return {
    whenTrue: one.map((each, at) => goals(yes(each), ...(overlapping[at] ?? []).map(no))),
    whenFalse: [none, ...two],
  }
}

// biome-ignore format: table
const LIMITS = [
  { keyword: 'minimum', kind: 'least', opposite: 'most', isOpen: false }, { keyword: 'exclusiveMinimum', kind: 'least', opposite: 'most', isOpen: true },
  { keyword: 'maximum', kind: 'most', opposite: 'least', isOpen: false }, { keyword: 'exclusiveMaximum', kind: 'most', opposite: 'least', isOpen: true },
] as const

function numberClauses({ own }: SchemaNode): Clause[] {
  const clauses = LIMITS.flatMap(({ keyword, kind, opposite, isOpen }) => {
    const limit = own[keyword]
    if (typeof limit !== 'number') return []
    const value = rational(limit)
    return [either({ kind, value, isOpen }, { kind: opposite, value, isOpen: !isOpen })]
  })
  const { multipleOf } = own
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    const of = rational(multipleOf)
    clauses.push(either({ kind: 'multiple', of }, { kind: 'not-multiple', of }))
  }
  return clauses
}

function stringClauses({ own }: SchemaNode): Clause[] {
  const clauses = sizeClauses(own.minLength, own.maxLength)
  for (const kind of ['pattern', 'format'] as const) {
    const text = own[kind]
    if (typeof text === 'string')
      clauses.push(either({ kind, text, isTrue: true }, { kind, text, isTrue: false }))
  }
  return clauses
}

function arrayClauses(node: SchemaNode, yes: Makes, no: Makes): Clause[] {
  const { own, below } = node
  const clauses = sizeClauses(own.minItems, own.maxItems)
  if (own.uniqueItems === true) clauses.push(either({ kind: 'unique' }, { kind: 'repeated' }))
  const prefix = numberedNodes(node, 'prefixItems')
  const rest = below.get('items')
  if (prefix.length > 0 || rest) {
    const anything: SchemaNode = rest ?? ANY_NODE
    clauses.push({
      whenTrue: [literals({ kind: 'items', prefix, rest: anything, isNew: yes(anything).isNew })],
      whenFalse: [
        ...prefix.map((each, at) => literals({ kind: 'item', at, goal: no(each) })),
        ...(rest ? [literals({ kind: 'some-item', from: prefix.length, goal: no(rest) })] : []),
      ],
    })
  }
  const contains = below.get('contains')
  if (contains) clauses.push(containsClause(node, contains, yes))
  if (below.has('unevaluatedItems')) clauses.push(unknown(`unevaluated items of ${node.id}`))
  return clauses
}

function containsClause({ own }: SchemaNode, contains: SchemaNode, yes: Makes): Clause {
  const min = typeof own.minContains === 'number' ? own.minContains : 1
  const max = typeof own.maxContains === 'number' ? own.maxContains : Infinity
  const goal = yes(contains)
  return {
    whenTrue: [literals({ kind: 'contains', goal, min, max })],
    whenFalse: [
      ...(min > 0 ? [literals({ kind: 'contains', goal, min: 0, max: min - 1 })] : []),
      ...(max < Infinity ? [literals({ kind: 'contains', goal, min: max + 1, max: Infinity })] : []),
    ],
  }
}
