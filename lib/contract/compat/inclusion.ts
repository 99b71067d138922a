/**
 * Whether everything that one schema accepts is accepted by another.
 *
 * Ground, for servers. Three answers: yes, with a proof; no, with a value that separates the two; or undecided,
 * because the proof would take too long or the schemas say more than is understood here.
 * Source: specification "Contracts" §6: what the two schemas accept decides.
 */
import type { Json, JsonSchema } from '../json/json.ts'
import { type Compiled, compileWith } from '../schema/compile-with.ts'
import { newEngine } from '../schema/interpreter.ts'
import { accepts } from './accepts.ts'
import { type Answer, isFound } from './answer.ts'
import { type Goal, TYPES, type Type } from './clause.ts'
import { TooMuchEffort } from './effort-budget.ts'
import { type Lenience, STRICT } from './lenience.ts'
import { SchemaGraph, type SchemaNode } from './schema-graph.ts'
import { Solver } from './solver.ts'
import { workedMs } from './work-clock.ts'

export type Inclusion =
  | { is: 'included' }
  | { is: 'not included'; witness: Json }
  /** `guess` separates the two as far as they are understood. */
  | { is: 'undecided'; guess?: Json }

/** Two schemas and all their parts. */
export class SchemaPair {
  readonly graph = new SchemaGraph()
  readonly before: SchemaNode
  readonly after: SchemaNode
  private effortLeft = MOST_EFFORT_OF_ALL
  private readonly untilMs: number
  readonly roots: { before: JsonSchema; after: JsonSchema }
  private readonly walked: { before?: Compiled; after?: Compiled } = {}
  private readonly solvers = new Map<Lenience, Solver>()

  /** Beyond `longestMs` what is not known yet is undecided: somebody may be waiting who types. */
  constructor(before: JsonSchema, after: JsonSchema, longestMs = LONGEST_PROOF_MS) {
    this.untilMs = workedMs() + longestMs
    this.roots = { before, after }
    this.before = this.graph.nodeOf(before, before)
    this.after = this.graph.nodeOf(after, after)
    this.graph.refine()
  }

  /** The node of a schema that is part of one of the two. */
  nodeOf(side: 'before' | 'after', schema: Json | undefined): SchemaNode {
    return this.graph.nodeOf(schema, this.roots[side])
  }

  /**
   * Whether a value is taken by one of the two, as the validator says: the one that walks, because compiling takes
   * longer than all the questions asked here. Where it has no answer (a reference that leads outside, a pattern
   * nobody can run) as far as can be told; undefined when it cannot, or there is no time left.
   */
  accepts(side: 'before' | 'after', value: Json): boolean | undefined {
    // One value may take a second, where references double at every step, and hundreds are asked about.
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

  /** Whether what `inner` accepts is accepted by `outer`, as far as `lenience` asks. */
  includes(outer: SchemaNode, inner: SchemaNode, lenience: Lenience): Inclusion {
    if (this.isSame(outer, inner)) return { is: 'included' }
    const answer = this.find([goal(inner, true), { ...goal(outer, false), isNew: true }], lenience)
    if (!isFound(answer)) return { is: answer === 'none' ? 'included' : 'undecided' }
    const { found } = answer
    const isSure = accepts(inner, found) === true && accepts(outer, found) === false
    return isSure ? { is: 'not included', witness: found } : { is: 'undecided', guess: found }
  }

  /** The types that a node may leave to a value. */
  typesOf(node: SchemaNode): Type[] {
    return TYPES.filter(
      (type) => this.ask(STRICT, (solver) => solver.findOf(type, [goal(node, true)])) !== 'none',
    )
  }

  /** A value for which every goal is met. */
  find(goals: Goal[], lenience: Lenience): Answer {
    return this.ask(lenience, (solver) => solver.find(goals))
  }

  private ask(lenience: Lenience, question: (solver: Solver) => Answer): Answer {
    const solver = this.solvers.get(lenience) ?? new Solver(this.graph, { left: 0, untilMs: 0 }, lenience)
    this.solvers.set(lenience, solver)
    const effort = Math.min(MOST_EFFORT, this.effortLeft)
    solver.begin(effort, this.untilMs)
    try {
      return question(solver)
    } catch (thrown) {
      // Too deep is one way of too much.
      if (thrown instanceof TooMuchEffort || thrown instanceof RangeError) return 'unknown'
      throw thrown
    } finally {
      this.effortLeft -= effort - Math.max(0, solver.effort.left)
    }
  }
}

// Nearly every question of a real contract takes a thousandth of it.
const MOST_EFFORT = 100_000
// All questions about one pair of schemas together.
const MOST_EFFORT_OF_ALL = 400_000
// A real contract takes a fiftieth of it. Beyond, what is not known yet is undecided.
export const LONGEST_PROOF_MS = 1_500

export function goal(node: SchemaNode, holds: boolean): Goal {
  return { node, holds, isNew: false }
}
