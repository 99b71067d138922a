/**
 * Looks for a value that some schemas accept and others refuse.
 *
 * Ground. A tableau: goals become clauses, clauses with one option become statements, clauses with several are
 * tried one after the other, and statements about one type are decided by what is known of numbers, texts, lists
 * and objects. 'none' is always a proof; what is not understood is left out, which can only make more values
 * possible. A value is checked by the caller with the validator. Types that contain themselves: values are finite,
 * so while a question is open, the same question inside it has no answer.
 */
import type { Json } from '../json/json.ts'
import { accepts, isAs, isTrueOfText, typeOf } from './accepts.ts'
import { type Answer, firstOf, isFound } from './answer.ts'
import { waysApart } from './apart.ts'
import { type Goal, type Literal, type Option, TYPES, type Type } from './clause.ts'
import { clausesOf } from './clauses-of.ts'
import { contradictsItself, distinctGoals, isSameLiteral } from './contradictions.ts'
import { type Effort, spend } from './effort-budget.ts'
import { findList } from './find-list.ts'
import { findNumber } from './find-number.ts'
import { findObject, isCertainOfObject, isHopelessObject } from './find-object.ts'
import { findText } from './find-text.ts'
import type { Finder } from './finder.ts'
import { Languages } from './language.ts'
import type { Lenience } from './lenience.ts'
import { isListed } from './listed-values.ts'
import type { SchemaGraph } from './schema-graph.ts'

type Branch = { literals: Literal[]; seen: Map<number, boolean>; choices: Option[][] }

export class Solver implements Finder {
  readonly languages = new Languages()
  private readonly known = new Map<string, Answer>()
  private readonly texts = new Map<string, Answer>()
  private readonly open = new Map<string, number>()
  /** The outermost open question that an answer has leaned on. */
  private leaned = Infinity
  readonly graph: SchemaGraph
  readonly effort: Effort
  private readonly lenience: Lenience

  constructor(graph: SchemaGraph, effort: Effort, lenience: Lenience) {
    this.graph = graph
    this.effort = effort
    this.lenience = lenience
  }

  /** Starts anew with so much effort; what was proved before stays known. */
  begin(effort: number, untilMs: number): void {
    this.effort.left = effort
    this.effort.untilMs = untilMs
    this.open.clear()
    this.leaned = Infinity
  }

  /** A value for which every goal is met. Throws TooMuchEffort. */
  find(goals: readonly Goal[]): Answer {
    const wanted = distinctGoals(goals)
    if (!wanted) return 'none'
    const key = wanted
      .map(({ node, holds, isNew }) => `${holds ? '+' : '-'}${node.id}${isNew ? 'n' : ''}`)
      .join()
    const known = this.known.get(key)
    if (known !== undefined) return known
    const depth = this.open.get(key)
    if (depth !== undefined) {
      this.leaned = Math.min(this.leaned, depth)
      return 'none'
    }
    spend(this.effort, 1 + wanted.length / 4)
    const outer = this.leaned
    const here = this.open.size
    this.leaned = Infinity
    this.open.set(key, here)
    const answer = firstOf(TYPES, (type) => this.findOf(type, wanted))
    this.open.delete(key)
    const isFinal = this.leaned >= here
    if (isFinal || isFound(answer)) this.known.set(key, answer)
    this.leaned = isFinal ? outer : Math.min(outer, this.leaned)
    return answer
  }

  /** The same among values of one type, of which some things are known already. */
  findOf(type: Type, goals: readonly Goal[], literals: readonly Literal[] = []): Answer {
    const branch = { literals: [...literals], seen: new Map(), choices: [] }
    return this.search(type, goals, branch, [...goals])
  }

  private search(type: Type, wanted: readonly Goal[], branch: Branch, agenda: Goal[]): Answer {
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
    return firstOf(smallest, (option) => {
      spend(this.effort, 1)
      const next = { literals: [...branch.literals], seen: new Map(branch.seen), choices: [...others] }
      const rest: Goal[] = []
      take(next, rest, option)
      return this.search(type, wanted, next, rest)
    })
  }

  /** Turns goals into statements and choices until none are left; false when they contradict each other. */
  private settle(type: Type, wanted: readonly Goal[], branch: Branch, agenda: Goal[]): boolean {
    for (let goal = agenda.pop(); goal; goal = agenda.pop()) {
      const { node, holds, isNew } = goal
      const before = branch.seen.get(node.id)
      if (before !== undefined && before !== holds) return false
      if (before === holds) continue
      if (node.constant !== undefined) {
        if (node.constant !== holds) return false
        continue
      }
      branch.seen.set(node.id, holds)
      spend(this.effort, 0.2)
      const clauses = clausesOf(node, type, isNew)
      const options = holds
        ? clauses.map((clause) => clause.holds)
        : [
            this.lenience(
              wanted,
              isNew,
              clauses.flatMap((clause) => clause.fails),
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

  private isHopeless(type: Type, { literals, seen }: Branch, option: Option): boolean {
    spend(this.effort, 0.1)
    if (option.goals.some(({ node, holds }) => isAs(seen.get(node.id) ?? node.constant, holds) === false))
      return true
    if (option.literals.length === 0) return false
    if (type === 'number') return findNumber([...literals, ...option.literals]) === 'none'
    if (type === 'string') return this.text([...literals, ...option.literals]) === 'none'
    if (type === 'array') return findList(this, [...literals, ...option.literals], option.literals) === 'none'
    if (type === 'object') return isHopelessObject(this, literals, option.literals)
    return false
  }

  /** Whether an option is true of whatever is left: its choice is none. */
  private isMet(type: Type, { literals, seen }: Branch, option: Option): boolean {
    if (!option.goals.every(({ node, holds }) => seen.get(node.id) === holds)) return false
    const open = option.literals.filter((each) => !literals.some((other) => isSameLiteral(each, other)))
    if (open.length === 0) return true
    return type === 'object' && isCertainOfObject(this, literals, open)
  }

  /** Where values are listed there is nothing to look for: each is asked about. */
  private amongListed(type: Type, wanted: readonly Goal[], literals: readonly Literal[]): Answer | null {
    const lists = literals.flatMap((each) => (each.is === 'among' ? [each.values] : []))
    const values = type === 'null' ? [null] : type === 'boolean' ? [true, false] : lists[0]
    if (!values) return null
    return firstOf(
      values.filter((each) => typeOf(each) === type),
      (value) => this.isWanted(value, wanted, literals),
    )
  }

  private isWanted(value: Json, wanted: readonly Goal[], literals: readonly Literal[]): Answer {
    spend(this.effort, 0.1)
    if (literals.some((each) => each.is === 'not-among' && isListed(each.values, value))) return 'none'
    // Statements from outside the goals, as about a name that was looked for.
    if (typeof value === 'string' && literals.some((each) => isTrueOfText(each, value) === false))
      return 'none'
    const answers = wanted.map(({ node, holds }) => isAs(accepts(node, value), holds))
    if (answers.includes(false)) return 'none'
    return { found: value }
  }

  private decide(type: Type, wanted: readonly Goal[], literals: readonly Literal[]): Answer {
    if (contradictsItself(literals)) return 'none'
    const answer = this.decideType(type, literals)
    const isRough = literals.some((each) => each.is === 'unknown')
    if (!isFound(answer) || !isRough) return answer
    // What was left out may be what refuses it.
    return wanted.every(({ node, holds }) => isAs(accepts(node, answer.found), holds) !== false)
      ? answer
      : 'unknown'
  }

  private decideType(type: Type, literals: readonly Literal[]): Answer {
    if (type === 'number') return findNumber(literals)
    if (type === 'string') return this.text(literals)
    const answer = type === 'array' ? findList(this, literals) : findObject(this, literals)
    if (!isFound(answer)) return answer
    const { found } = answer
    const isLeftOut = literals.some((each) => each.is === 'not-among' && isListed(each.values, found))
    if (!isLeftOut) return answer
    return firstOf(waysApart(found, this.graph), (more) => {
      spend(this.effort, 1)
      return this.decideType(type, [...literals, ...more])
    })
  }

  private text(literals: readonly Literal[]): Answer {
    const key = literals
      .map((each) => JSON.stringify(each, stable))
      .sort()
      .join()
    const found = this.texts.get(key)
    if (found !== undefined) return found
    const answer = findText(literals, this.languages, this.effort)
    this.texts.set(key, answer)
    return answer
  }
}

function stable(_: string, value: unknown): unknown {
  return value === Infinity ? 'any' : value
}

function take(branch: Branch, agenda: Goal[], option: Option): void {
  branch.literals.push(...option.literals)
  agenda.push(...option.goals)
}
