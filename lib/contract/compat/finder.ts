/** What the parts of the solver ask of the whole. Ground; types only. */
import type { Answer } from './answer.ts'
import type { Goal, Literal, Type } from './clause.ts'
import type { Effort } from './effort-budget.ts'
import type { SchemaGraph } from './schema-graph.ts'

export type Finder = {
  readonly graph: SchemaGraph
  readonly effort: Effort
  /** A value for which every goal is met. */
  find(goals: readonly Goal[]): Answer
  /** The same among values of one type, of which some things are known already. */
  findOf(type: Type, goals: readonly Goal[], literals?: readonly Literal[]): Answer
}
