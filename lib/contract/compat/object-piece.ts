/** What is said of an object, gathered from statements about it. Ground. */
import { accepts, isAs } from './accepts.ts'
import type { Answer } from './answer.ts'
import type { Fields, Goal, Literal } from './clause.ts'
import { spend } from './effort-budget.ts'
import type { Finder } from './finder.ts'
import { matches } from './matches.ts'

export type Demand = Extract<Literal, { is: 'some-field' } | { is: 'some-name' }>

/** What is said of an object, in one place. */
export class ObjectPiece {
  readonly fields: (Fields & { isNew: boolean })[] = []
  readonly has = new Set<string>()
  readonly lacks = new Set<string>()
  readonly own = new Map<string, Goal[]>()
  readonly names: Goal[] = []
  readonly demands: Demand[] = []
  least = 0
  most = Infinity
  readonly solver: Finder

  constructor(solver: Finder, literals: readonly Literal[]) {
    this.solver = solver
    for (const literal of literals) {
      if (literal.is === 'fields') this.fields.push({ ...literal.fields, isNew: literal.isNew })
      else if (literal.is === 'has') this.has.add(literal.name)
      else if (literal.is === 'lacks') this.lacks.add(literal.name)
      else if (literal.is === 'field')
        this.own.set(literal.name, [...(this.own.get(literal.name) ?? []), literal.goal])
      else if (literal.is === 'names') this.names.push(literal.goal)
      else if (literal.is === 'some-field' || literal.is === 'some-name') this.demands.push(literal)
      else if (literal.is === 'size') {
        this.least = Math.max(this.least, literal.least)
        this.most = Math.min(this.most, literal.most)
      }
    }
  }

  /** Every name that is spoken of. */
  known(): Set<string> {
    return new Set([
      ...this.fields.flatMap(({ names }) => [...names.keys()]),
      ...this.has,
      ...this.lacks,
      ...this.own.keys(),
    ])
  }

  /** What is asked of the value under a name; null where a pattern cannot be run. */
  goalsFor(name: string): Goal[] | null {
    // Asked of every name, and each of hundreds of members may name one of its own.
    spend(this.solver.effort, this.fields.length / 100)
    const goals = [...(this.own.get(name) ?? [])]
    for (const { names, patterns, rest, isNew } of this.fields) {
      const among = patterns.map(([pattern, node]) => ({ node, isIn: matches(pattern, name) }))
      if (among.some(({ isIn }) => isIn === undefined)) return null
      const own = names.get(name)
      const nodes = [...(own ? [own] : []), ...among.filter(({ isIn }) => isIn).map(({ node }) => node)]
      goals.push(...(nodes.length > 0 ? nodes : [rest]).map((node) => ({ node, holds: true, isNew })))
    }
    return goals
  }

  /** A value that may stand under `name`, and meets `more`. */
  valueFor(name: string, more: readonly Goal[] = []): Answer {
    if (this.lacks.has(name)) return 'none'
    const isAllowed = this.names.map(({ node, holds }) => isAs(accepts(node, name), holds))
    if (isAllowed.includes(false)) return 'none'
    const goals = this.goalsFor(name)
    if (!goals) return 'unknown'
    return this.solver.find([...goals, ...more])
  }
}
