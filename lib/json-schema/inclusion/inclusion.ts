/** Whether one schema accepts all that another does: proven, refuted by a counterexample, or undecided. */
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import type { Compiled } from '../evaluate/compiled-schema.ts'
import { interpretSchema } from '../evaluate/interpreter.ts'
import { isStronger } from '../graph/is-stronger.ts'
import { SchemaGraph, type SchemaNode } from '../graph/schema-graph.ts'
import { WorkBudget, WorkBudgetError, workedMs } from '../limits/work-budget.ts'
import { mapSchema } from '../tree/schema-tree.ts'
import { accepts } from './accepts.ts'
import { candidates } from './candidates.ts'
import { type Goal, type JsonType, TYPES } from './clause.ts'
import { type FindResult, isFound } from './contradictions.ts'
import { Solver } from './solver.ts'
import { FREE_NAMES_OF_ONE, OPEN_ENDED, STRICT, type Tolerance } from './tolerance.ts'

type Inclusion =
  | { kind: 'included' }
  | { kind: 'not included'; counterexample: Json }
  | { kind: 'undecided'; guess?: Json }

export class SchemaPair {
  readonly graph = new SchemaGraph()
  readonly before: SchemaNode
  readonly after: SchemaNode
  private workLeft = MAX_TOTAL_WORK
  private readonly untilMs: number
  readonly roots: { before: JsonSchema; after: JsonSchema }
  private readonly walked: { before?: Compiled; after?: Compiled } = {}
  private readonly solvers = new Map<Tolerance, Solver>()

  /** `longestMs` is CPU time, and short by default, because a person may be waiting. */
  constructor(before: JsonSchema, after: JsonSchema, longestMs = MAX_PROOF_MS) {
    this.untilMs = workedMs() + longestMs
    this.roots = { before, after }
    this.before = this.graph.nodeOf(before, before)
    this.after = this.graph.nodeOf(after, after)
    this.graph.refine()
  }

  nodeOf(side: 'before' | 'after', schema: Json | undefined): SchemaNode {
    return this.graph.nodeOf(schema, this.roots[side])
  }

  /** Interprets, because compiling takes longer. Returns undefined if undecided. */
  accepts(side: 'before' | 'after', value: Json): boolean | undefined {
    if (workedMs() > this.untilMs) return undefined
    try {
      this.walked[side] ??= interpretSchema(this.roots[side])
      return this.walked[side].accepts(value)
    } catch {
      return accepts(this[side], value)
    }
  }

  isSame(before: SchemaNode, after: SchemaNode): boolean {
    return before === after || before.id === after.id
  }

  includes(outer: SchemaNode, inner: SchemaNode, tolerance: Tolerance): Inclusion {
    if (this.isSame(outer, inner) || isStronger(inner, outer)) return { kind: 'included' }
    const answer = this.find([goal(inner, true), { ...goal(outer, false), isNew: true }], tolerance)
    if (!isFound(answer)) return { kind: answer === 'none' ? 'included' : 'undecided' }
    const { found } = answer
    const isSure = accepts(inner, found) === true && accepts(outer, found) === false
    return isSure ? { kind: 'not included', counterexample: found } : { kind: 'undecided', guess: found }
  }

  typesOf(node: SchemaNode): JsonType[] {
    return TYPES.filter(
      (type) => this.ask(STRICT, (solver) => solver.findOf(type, [goal(node, true)])) !== 'none',
    )
  }

  find(goals: Goal[], tolerance: Tolerance): FindResult {
    return this.ask(tolerance, (solver) => solver.find(goals))
  }

  private ask(tolerance: Tolerance, question: (solver: Solver) => FindResult): FindResult {
    const solver = this.solvers.get(tolerance) ?? new Solver(this.graph, new WorkBudget(), tolerance)
    this.solvers.set(tolerance, solver)
    const amount = Math.min(MAX_WORK_PER_QUESTION, this.workLeft)
    solver.begin(amount, this.untilMs)
    try {
      return question(solver)
    } catch (thrown) {
      // The RangeError is a call stack overflow.
      if (thrown instanceof WorkBudgetError || thrown instanceof RangeError) return 'unknown'
      throw thrown
    } finally {
      this.workLeft -= amount - Math.max(0, solver.budget.left)
    }
  }
}

const MAX_WORK_PER_QUESTION = 100_000
// For all questions about one pair.
const MAX_TOTAL_WORK = 400_000
export const MAX_PROOF_MS = 1_500

export function goal(node: SchemaNode, mustAccept: boolean): Goal {
  return { node, mustAccept, isNew: false }
}

export type Direction = 'input' | 'output'

export type Acceptance = { kind: 'kept' } | { kind: 'broken'; counterexample: Json } | { kind: 'undecided' }

export function sidesOf(direction: Direction) {
  return direction === 'input'
    ? ({ inner: 'before', outer: 'after', tolerance: FREE_NAMES_OF_ONE } as const)
    : ({ inner: 'after', outer: 'before', tolerance: OPEN_ENDED } as const)
}

/**
 * A counterexample is an input that is now refused, or an output that was not possible before. Generated values are
 * tried too, to detect errors in proofs.
 */
export function checkAcceptance(pair: SchemaPair, direction: Direction, tolerance?: Tolerance): Acceptance {
  const sides = sidesOf(direction)
  if (pair.isSame(pair.before, pair.after)) return { kind: 'kept' }
  const proved = pair.includes(pair[sides.outer], pair[sides.inner], tolerance ?? sides.tolerance)
  const found =
    proved.kind === 'included'
      ? undefined
      : proved.kind === 'undecided'
        ? proved.guess
        : proved.counterexample
  if (found !== undefined && separates(pair, direction, found))
    return { kind: 'broken', counterexample: found }
  const counterexample = tried(pair, direction)
  if (counterexample !== undefined) return { kind: 'broken', counterexample }
  return { kind: proved.kind === 'included' ? 'kept' : 'undecided' }
}

/** Whether the value proves that the later schema breaks a caller of the earlier one. */
export function separates(pair: SchemaPair, direction: Direction, value: Json): boolean {
  const { inner, outer } = sidesOf(direction)
  return pair.accepts(inner, value) === true && pair.accepts(outer, value) === false
}

function tried(pair: SchemaPair, direction: Direction): Json | undefined {
  const { inner } = sidesOf(direction)
  const found = candidates(pair.roots[inner]).filter((each) => separates(pair, direction, each))
  if (found.length === 0 || direction === 'input') return found[0]
  const opened = new SchemaPair(mapSchema(pair.roots.before, withoutClosing), {})
  return found.find((each) => opened.accepts('before', each) === false)
}

function withoutClosing(schema: JsonSchema): JsonSchema {
  const closing = ['additionalProperties', 'unevaluatedProperties']
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => !(closing.includes(key) && value === false)),
  )
}
