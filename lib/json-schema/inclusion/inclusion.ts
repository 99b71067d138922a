/**
 * Decides whether one schema accepts everything that another accepts: proven, refuted by a counterexample, or
 * undecided.
 */
import type { Json, JsonSchema } from '../../json/json.ts'
import { type Compiled, compileWith } from '../evaluate/compile-with.ts'
import { newEngine } from '../evaluate/interpreter.ts'
import { SchemaGraph, type SchemaNode } from '../graph/schema-graph.ts'
import { TooMuchEffort, workedMs } from '../limits/effort.ts'
import { accepts } from './accepts.ts'
import { type Goal, type JsonType, TYPES } from './clause.ts'
import { type FindResult, isFound } from './finder.ts'
import { Solver } from './solver.ts'
import { STRICT, type Tolerance } from './tolerance.ts'

export type Inclusion =
  | { is: 'included' }
  | { is: 'not included'; counterexample: Json }
  | { is: 'undecided'; guess?: Json }

export class SchemaPair {
  readonly graph = new SchemaGraph()
  readonly before: SchemaNode
  readonly after: SchemaNode
  private effortLeft = MAX_TOTAL_EFFORT
  private readonly untilMs: number
  readonly roots: { before: JsonSchema; after: JsonSchema }
  private readonly walked: { before?: Compiled; after?: Compiled } = {}
  private readonly solvers = new Map<Tolerance, Solver>()

  /** A user may be waiting, so longer proofs are undecided. */
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

  /** Uses the interpreter, because compiling takes longer than all questions asked here. Undefined if undecided. */
  accepts(side: 'before' | 'after', value: Json): boolean | undefined {
    // One value may take a second if references multiply, and hundreds are checked.
    if (workedMs() > this.untilMs) return undefined
    try {
      this.walked[side] ??= compileWith(newEngine, this.roots[side])
      return this.walked[side].accepts(value)
    } catch {
      return accepts(this[side], value)
    }
  }

  isSame(before: SchemaNode, after: SchemaNode): boolean {
    return before === after || before.id === after.id
  }

  includes(outer: SchemaNode, inner: SchemaNode, tolerance: Tolerance): Inclusion {
    if (this.isSame(outer, inner)) return { is: 'included' }
    const answer = this.find([goal(inner, true), { ...goal(outer, false), isNew: true }], tolerance)
    if (!isFound(answer)) return { is: answer === 'none' ? 'included' : 'undecided' }
    const { found } = answer
    const isSure = accepts(inner, found) === true && accepts(outer, found) === false
    return isSure ? { is: 'not included', counterexample: found } : { is: 'undecided', guess: found }
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
    const solver = this.solvers.get(tolerance) ?? new Solver(this.graph, { left: 0, untilMs: 0 }, tolerance)
    this.solvers.set(tolerance, solver)
    const effort = Math.min(MAX_EFFORT, this.effortLeft)
    solver.begin(effort, this.untilMs)
    try {
      return question(solver)
    } catch (thrown) {
      // A RangeError is a call stack overflow.
      if (thrown instanceof TooMuchEffort || thrown instanceof RangeError) return 'unknown'
      throw thrown
    } finally {
      this.effortLeft -= effort - Math.max(0, solver.effort.left)
    }
  }
}

const MAX_EFFORT = 100_000
// For all questions about one pair.
const MAX_TOTAL_EFFORT = 400_000
export const MAX_PROOF_MS = 1_500

export function goal(node: SchemaNode, mustAccept: boolean): Goal {
  return { node, mustAccept, isNew: false }
}
