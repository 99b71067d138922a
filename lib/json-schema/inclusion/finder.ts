import type { Json } from '../../json/json.ts'
import type { SchemaGraph } from '../graph/schema-graph.ts'
import type { EffortBudget } from '../limits/effort.ts'
import type { Goal, JsonType, Literal } from './clause.ts'

/** A value, a proof that there is none, or neither. */
export type FindResult = { found: Json } | 'none' | 'unknown'

export type Finder = {
  readonly graph: SchemaGraph
  readonly effort: EffortBudget
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
