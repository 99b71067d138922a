/**
 * A tableau: goals become clauses; those with several options are tried in turn. 'none' is always a proof,
 * because unknown keywords are left out, which only allows more values.
 */
import type { Json } from '../../kernel/json/json.ts'
import type { SchemaGraph } from '../graph/schema-graph.ts'
import type { WorkBudget } from '../limits/work-budget.ts'
import { Languages } from '../regex/language.ts'
import { jsonTypeOf } from '../tree/schema-tree.ts'
import { accepts, isAmongListed, isAsExpected, isTrueOfText } from './accepts.ts'
import { type ClauseOption, type Goal, type JsonType, type Literal, TYPES } from './clause.ts'
import { toClauses } from './clauses-of.ts'
import {
  alternativesExcluding,
  contradictsItself,
  distinctGoals,
  type Finder,
  type FindResult,
  firstFound,
  isFound,
  isSameLiteral,
} from './contradictions.ts'
import { findList } from './find-list.ts'
import { findNumber } from './find-number.ts'
import { findObject, isCertainOfObject, isHopelessObject } from './find-object.ts'
import { findText } from './find-text.ts'
import type { Tolerance } from './tolerance.ts'

type Branch = { literals: Literal[]; seen: Map<number, boolean>; choices: ClauseOption[][] }

export class Solver implements Finder {
  readonly languages = new Languages()
  private readonly known = new Map<string, FindResult>()
  private readonly texts = new Map<string, FindResult>()
  private readonly open = new Map<string, number>()
  /** The depth of the outermost open question that an answer depends on. Such an answer is final only there. */
  private lowestOpenDependency = Infinity
  readonly graph: SchemaGraph
  readonly budget: WorkBudget
  private readonly tolerance: Tolerance

  constructor(graph: SchemaGraph, budget: WorkBudget, tolerance: Tolerance) {
    this.graph = graph
    this.budget = budget
    this.tolerance = tolerance
  }

  begin(amount: number, untilMs: number): void {
    this.budget.left = amount
    this.budget.untilMs = untilMs
    this.open.clear()
    this.lowestOpenDependency = Infinity
  }

  find(goals: readonly Goal[]): FindResult {
    const wanted = distinctGoals(goals)
    if (!wanted) return 'none'
    const key = wanted
      .map(({ node, mustAccept, isNew }) => `${mustAccept ? '+' : '-'}${node.id}${isNew ? 'n' : ''}`)
      .join()
    const known = this.known.get(key)
    if (known !== undefined) return known
    const depth = this.open.get(key)
    if (depth !== undefined) {
      this.lowestOpenDependency = Math.min(this.lowestOpenDependency, depth)
      return 'none'
    }
    this.budget.spend(1 + wanted.length / 4)
    const outer = this.lowestOpenDependency
    const here = this.open.size
    this.lowestOpenDependency = Infinity
    this.open.set(key, here)
    const answer = firstFound(TYPES, (type) => this.findOf(type, wanted))
    this.open.delete(key)
    const isFinal = this.lowestOpenDependency >= here
    if (isFinal || isFound(answer)) this.known.set(key, answer)
    this.lowestOpenDependency = isFinal ? outer : Math.min(outer, this.lowestOpenDependency)
    return answer
  }

  findOf(type: JsonType, goals: readonly Goal[], literals: readonly Literal[] = []): FindResult {
    const branch = { literals: [...literals], seen: new Map(), choices: [] }
    return this.search(type, goals, branch, [...goals])
  }

  private search(type: JsonType, wanted: readonly Goal[], branch: Branch, agenda: Goal[]): FindResult {
    let { choices } = branch
    for (;;) {
      if (!this.settle(type, wanted, branch, agenda)) return 'none'
      choices = branch.choices.map((options) =>
        options.filter((each) => !this.isHopeless(type, branch, each)),
      )
      branch.choices = choices.filter((options) => !options.some((each) => this.isMet(type, branch, each)))
      if (choices.some((options) => options.length === 0)) return 'none'
      const only = branch.choices.find((options) => options.length === 1)
      if (!only) break
      branch.choices = branch.choices.filter((options) => options !== only)
      take(branch, agenda, only[0]!)
    }
    const listed = this.amongListed(type, wanted, branch.literals)
    if (listed) return listed
    const [smallest] = branch.choices.toSorted((a, b) => a.length - b.length)
    if (!smallest) return this.decide(type, wanted, branch.literals)
    const others = branch.choices.filter((options) => options !== smallest)
    return firstFound(smallest, (option) => {
      this.budget.spend(1)
      const next = { literals: [...branch.literals], seen: new Map(branch.seen), choices: [...others] }
      const rest: Goal[] = []
      take(next, rest, option)
      return this.search(type, wanted, next, rest)
    })
  }

  /** Returns false on a contradiction. */
  private settle(type: JsonType, wanted: readonly Goal[], branch: Branch, agenda: Goal[]): boolean {
    for (let goal = agenda.pop(); goal; goal = agenda.pop()) {
      const { node, mustAccept, isNew } = goal
      const before = branch.seen.get(node.id)
      if (before !== undefined && before !== mustAccept) return false
      if (before === mustAccept) continue
      if (node.constant !== undefined) {
        if (node.constant !== mustAccept) return false
        continue
      }
      branch.seen.set(node.id, mustAccept)
      this.budget.spend(0.2)
      const clauses = toClauses(node, type, isNew)
      const options = mustAccept
        ? clauses.map((clause) => clause.whenTrue)
        : [
            this.tolerance(
              wanted,
              isNew,
              clauses.flatMap((clause) => clause.whenFalse),
            ),
          ]
      for (const each of options) {
        if (each.length === 0) return false
        if (each.length === 1) take(branch, agenda, each[0]!)
        else branch.choices.push(each)
      }
    }
    return true
  }

  private isHopeless(type: JsonType, { literals, seen }: Branch, option: ClauseOption): boolean {
    this.budget.spend(0.1)
    if (
      option.goals.some(
        ({ node, mustAccept }) => isAsExpected(seen.get(node.id) ?? node.constant, mustAccept) === false,
      )
    )
      return true
    if (option.literals.length === 0) return false
    if (type === 'number') return findNumber([...literals, ...option.literals]) === 'none'
    if (type === 'string') return this.text([...literals, ...option.literals]) === 'none'
    if (type === 'array') return findList(this, [...literals, ...option.literals], option.literals) === 'none'
    if (type === 'object') return isHopelessObject(this, literals, option.literals)
    return false
  }

  private isMet(type: JsonType, { literals, seen }: Branch, option: ClauseOption): boolean {
    if (!option.goals.every(({ node, mustAccept }) => seen.get(node.id) === mustAccept)) return false
    const open = option.literals.filter((each) => !literals.some((other) => isSameLiteral(each, other)))
    if (open.length === 0) return true
    return type === 'object' && isCertainOfObject(this, literals, open)
  }

  private amongListed(
    type: JsonType,
    wanted: readonly Goal[],
    literals: readonly Literal[],
  ): FindResult | null {
    const lists = literals.flatMap((each) => (each.kind === 'among' ? [each.values] : []))
    const values = type === 'null' ? [null] : type === 'boolean' ? [true, false] : lists[0]
    if (!values) return null
    return firstFound(
      values.filter((each) => jsonTypeOf(each) === type),
      (value) => this.isWanted(value, wanted, literals),
    )
  }

  private isWanted(value: Json, wanted: readonly Goal[], literals: readonly Literal[]): FindResult {
    this.budget.spend(0.1)
    if (literals.some((each) => each.kind === 'not-among' && isAmongListed(each.values, value))) return 'none'
    if (typeof value === 'string' && literals.some((each) => isTrueOfText(each, value) === false))
      return 'none'
    const answers = wanted.map(({ node, mustAccept }) => isAsExpected(accepts(node, value), mustAccept))
    if (answers.includes(false)) return 'none'
    return { found: value }
  }

  private decide(type: JsonType, wanted: readonly Goal[], literals: readonly Literal[]): FindResult {
    if (contradictsItself(literals)) return 'none'
    const answer = this.decideType(type, literals)
    const isRough = literals.some((each) => each.kind === 'unknown')
    if (!isFound(answer) || !isRough) return answer
    return wanted.every(
      ({ node, mustAccept }) => isAsExpected(accepts(node, answer.found), mustAccept) !== false,
    )
      ? answer
      : 'unknown'
  }

  private decideType(type: JsonType, literals: readonly Literal[]): FindResult {
    if (type === 'number') return findNumber(literals)
    if (type === 'string') return this.text(literals)
    const answer = type === 'array' ? findList(this, literals) : findObject(this, literals)
    if (!isFound(answer)) return answer
    const { found } = answer
    const isLeftOut = literals.some((each) => each.kind === 'not-among' && isAmongListed(each.values, found))
    if (!isLeftOut) return answer
    return firstFound(alternativesExcluding(found, this.graph), (more) => {
      this.budget.spend(1)
      return this.decideType(type, [...literals, ...more])
    })
  }

  private text(literals: readonly Literal[]): FindResult {
    const key = literals
      .map((each) => JSON.stringify(each, stable))
      .sort()
      .join()
    const found = this.texts.get(key)
    if (found !== undefined) return found
    const answer = findText(literals, this.languages, this.budget)
    this.texts.set(key, answer)
    return answer
  }
}

function stable(_: string, value: unknown): unknown {
  return value === Infinity ? 'any' : value
}

function take(branch: Branch, agenda: Goal[], option: ClauseOption): void {
  branch.literals.push(...option.literals)
  agenda.push(...option.goals)
}
