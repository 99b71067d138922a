import { matches } from '../regex/linear-regex.ts'
import { accepts, isAsExpected } from './accepts.ts'
import type { Fields, Goal, Literal } from './clause.ts'
import type { Finder, FindResult } from './contradictions.ts'

export type PropertyDemand = Extract<Literal, { kind: 'some-field' } | { kind: 'some-name' }>

export class ObjectConstraints {
  readonly fields: (Fields & { isNew: boolean })[] = []
  readonly has = new Set<string>()
  readonly lacks = new Set<string>()
  readonly own = new Map<string, Goal[]>()
  readonly names: Goal[] = []
  readonly demands: PropertyDemand[] = []
  min = 0
  max = Infinity
  readonly solver: Finder

  constructor(solver: Finder, literals: readonly Literal[]) {
    this.solver = solver
    for (const literal of literals) {
      if (literal.kind === 'fields') this.fields.push({ ...literal.fields, isNew: literal.isNew })
      else if (literal.kind === 'has') this.has.add(literal.name)
      else if (literal.kind === 'lacks') this.lacks.add(literal.name)
      else if (literal.kind === 'field')
        this.own.set(literal.name, [...(this.own.get(literal.name) ?? []), literal.goal])
      else if (literal.kind === 'names') this.names.push(literal.goal)
      else if (literal.kind === 'some-field' || literal.kind === 'some-name') this.demands.push(literal)
      else if (literal.kind === 'size') {
        this.min = Math.max(this.min, literal.min)
        this.max = Math.min(this.max, literal.max)
      }
    }
  }

  known(): Set<string> {
    return new Set([
      ...this.fields.flatMap(({ names }) => [...names.keys()]),
      ...this.has,
      ...this.lacks,
      ...this.own.keys(),
    ])
  }

  /** Returns null if a pattern cannot be run. */
  goalsFor(name: string): Goal[] | null {
    this.solver.budget.spend(this.fields.length / 100)
    const goals = [...(this.own.get(name) ?? [])]
    for (const { names, patterns, rest, isNew } of this.fields) {
      const among = patterns.map(([pattern, node]) => ({ node, isIn: matches(pattern, name) }))
      if (among.some(({ isIn }) => isIn === undefined)) return null
      const own = names.get(name)
      const nodes = [...(own ? [own] : []), ...among.filter(({ isIn }) => isIn).map(({ node }) => node)]
      goals.push(...(nodes.length > 0 ? nodes : [rest]).map((node) => ({ node, mustAccept: true, isNew })))
    }
    return goals
  }

  valueFor(name: string, more: readonly Goal[] = []): FindResult {
    if (this.lacks.has(name)) return 'none'
    const isAllowed = this.names.map(({ node, mustAccept }) => isAsExpected(accepts(node, name), mustAccept))
    if (isAllowed.includes(false)) return 'none'
    const goals = this.goalsFor(name)
    if (!goals) return 'unknown'
    return this.solver.find([...goals, ...more])
  }
}
