import { isObject, type Json } from '../../kernel/json/json.ts'
import type { SchemaGraph } from '../graph/schema-graph.ts'
import type { WorkBudget } from '../limits/work-budget.ts'
import type { Goal, JsonType, Literal } from './clause.ts'

/** Returns null if two goals contradict each other. */
export function distinctGoals(goals: readonly Goal[]): Goal[] | null {
  const found = new Map<number, Goal>()
  for (const goal of goals) {
    if (goal.node.constant !== undefined) {
      if (goal.node.constant !== goal.mustAccept) return null
      continue
    }
    const before = found.get(goal.node.id)
    if (before && before.mustAccept !== goal.mustAccept) return null
    if (!before || (before.isNew && !goal.isNew)) found.set(goal.node.id, goal)
  }
  return [...found.values()].sort((a, b) => a.node.id - b.node.id)
}

export function contradictsItself(literals: readonly Literal[]): boolean {
  return literals.some(
    (each) =>
      each.kind === 'unknown' &&
      each.isTrue &&
      literals.some((other) => other.kind === 'unknown' && other.text === each.text && !other.isTrue),
  )
}

export function isSameLiteral(a: Literal, b: Literal): boolean {
  if (a === b) return true
  if (a.kind === 'has' && b.kind === 'has') return a.name === b.name
  if (a.kind === 'lacks' && b.kind === 'lacks') return a.name === b.name
  if (a.kind === 'field' && b.kind === 'field')
    return a.name === b.name && a.goal.node.id === b.goal.node.id && a.goal.mustAccept === b.goal.mustAccept
  return false
}

export function alternativesExcluding(value: Json, graph: SchemaGraph): Literal[][] {
  const otherThan = (each: Json): Goal => ({
    node: graph.fresh({ enum: [each] }),
    mustAccept: false,
    isNew: false,
  })
  if (Array.isArray(value)) {
    return [
      longer(value.length),
      ...shorter(value.length),
      ...value.map((each, at): Literal[] => [{ kind: 'item', at, goal: otherThan(each) }]),
    ]
  }
  if (!isObject(value)) return []
  return [
    longer(Object.keys(value).length),
    ...Object.keys(value).map((name): Literal[] => [{ kind: 'lacks', name }]),
    ...Object.entries(value).map(([name, each]): Literal[] => [
      { kind: 'has', name },
      { kind: 'field', name, goal: otherThan(each) },
    ]),
  ]
}

function longer(size: number): Literal[] {
  return [{ kind: 'size', min: size + 1, max: Infinity }]
}

function shorter(size: number): Literal[][] {
  return size > 0 ? [[{ kind: 'size', min: 0, max: size - 1 }]] : []
}

export type FindResult = { found: Json } | 'none' | 'unknown'

export type Finder = {
  readonly graph: SchemaGraph
  readonly budget: WorkBudget
  find(goals: readonly Goal[]): FindResult
  findOf(type: JsonType, goals: readonly Goal[], literals?: readonly Literal[]): FindResult
}

export function isFound(answer: FindResult): answer is { found: Json } {
  return typeof answer === 'object'
}

/** Returns 'none' only if all alternatives are proven empty. */
export function firstFound<Item>(items: Iterable<Item>, ask: (item: Item) => FindResult): FindResult {
  let isSure = true
  for (const item of items) {
    const answer = ask(item)
    if (isFound(answer)) return answer
    if (answer === 'unknown') isSure = false
  }
  return isSure ? 'none' : 'unknown'
}
