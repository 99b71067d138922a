import { type Json, sameText } from '../../kernel/json/json.ts'
import type { Goal, Literal } from './clause.ts'
import { type Finder, type FindResult, isFound } from './contradictions.ts'

type ItemDemand = { from: number; goal: Goal }

// Longer counterexamples are slow to find and hard to read.
const MAX_ITEMS_FOUND = 300

class ListConstraints {
  readonly items: Extract<Literal, { kind: 'items' }>[] = []
  readonly own = new Map<number, Goal[]>()
  readonly demands: ItemDemand[] = []
  readonly contains: Extract<Literal, { kind: 'contains' }>[] = []
  min = 0
  max = Infinity
  isUnique = false
  isRepeated = false
  alike = 0
  readonly solver: Finder

  constructor(solver: Finder, literals: readonly Literal[]) {
    this.solver = solver
    for (const literal of literals) {
      if (literal.kind === 'items') this.items.push(literal)
      else if (literal.kind === 'item')
        this.own.set(literal.at, [...(this.own.get(literal.at) ?? []), literal.goal])
      else if (literal.kind === 'some-item') this.demands.push({ from: literal.from, goal: literal.goal })
      else if (literal.kind === 'contains') this.contains.push(literal)
      else if (literal.kind === 'unique') this.isUnique = true
      else if (literal.kind === 'repeated') this.isRepeated = true
      else if (literal.kind === 'size') {
        this.min = Math.max(this.min, literal.min)
        this.max = Math.min(this.max, literal.max)
      }
    }
    this.alike = Math.max(
      0,
      ...this.items.map(({ prefix }) => prefix.length),
      ...[...this.own.keys()].map((at) => at + 1),
      ...this.demands.map(({ from }) => from),
    )
    this.min = Math.max(
      this.min,
      this.isRepeated ? 2 : 0,
      ...[...this.own.keys()].map((at) => at + 1),
      ...this.demands.map(({ from }) => from + 1),
      ...this.contains.map(({ min }) => min),
    )
  }

  goalsAt(at: number): Goal[] {
    return [
      ...this.items.map(({ prefix, rest, isNew }) => ({ node: prefix[at] ?? rest, mustAccept: true, isNew })),
      ...(this.own.get(at) ?? []),
      ...this.contains
        .filter(({ max }) => max <= 0)
        .map(({ goal }) => ({ ...goal, mustAccept: !goal.mustAccept })),
    ]
  }

  itemAt(at: number, more: readonly Goal[] = []): FindResult {
    return this.solver.find([...this.goalsAt(at), ...more])
  }

  indexes(from = 0): number[] {
    const last = Math.min(Math.max(this.alike, from), this.max - 1)
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
  }
}

export function findList(
  solver: Finder,
  literals: readonly Literal[],
  added?: readonly Literal[],
): FindResult {
  const piece = new ListConstraints(solver, literals)
  const closed = piece.indexes().find((at) => piece.itemAt(at) === 'none')
  if (closed !== undefined) piece.max = Math.min(piece.max, closed)
  if (piece.min > piece.max) return 'none'
  const wanted = [
    ...piece.demands.map((each) => ({ ...each, times: 1 })),
    ...piece.contains.filter(({ min }) => min > 0).map(({ goal, min }) => ({ from: 0, goal, times: min })),
  ]
  for (const { from, goal, times } of wanted) {
    const possible = piece.indexes(from).filter((at) => piece.itemAt(at, [goal]) !== 'none')
    const isEndless = possible.includes(Math.max(piece.alike, from)) && piece.max === Infinity
    const count = isEndless ? Infinity : countIndexes(piece, possible)
    if (count < times) return 'none'
  }
  if (containsTooMany(piece)) return 'none'
  if (added) return 'unknown'
  if (piece.min > MAX_ITEMS_FOUND || wanted.some(({ times }) => times > MAX_ITEMS_FOUND)) return 'unknown'
  if (piece.isRepeated) return findRepeated(piece)
  return build(piece, wanted)
}

function containsTooMany(piece: ListConstraints): boolean {
  return piece.contains.some(({ goal, max }) => {
    if (max === Infinity) return false
    const opposite = { ...goal, mustAccept: !goal.mustAccept }
    const isForced = piece.indexes().every((at) => piece.itemAt(at, [opposite]) === 'none')
    if (isForced && piece.min > max) return true
    return piece.contains.some(
      (other) => other.min > max && piece.solver.find([other.goal, opposite]) === 'none',
    )
  })
}

function countIndexes(piece: ListConstraints, possible: readonly number[]): number {
  const alike = possible.includes(piece.alike) ? Math.max(0, piece.max - piece.alike - 1) : 0
  return possible.length + alike
}

function build(piece: ListConstraints, wanted: readonly (ItemDemand & { times: number })[]): FindResult {
  const extra = new Map<number, Goal[]>()
  let length = piece.min
  for (const { from, goal, times } of wanted) {
    let left = times
    for (let at = from; left > 0 && at < Math.min(piece.max, from + piece.alike + MAX_ITEMS_FOUND); at++) {
      const before = extra.get(at) ?? []
      if (!isFound(piece.itemAt(at, [...before, goal]))) continue
      extra.set(at, [...before, goal])
      length = Math.max(length, at + 1)
      left--
    }
    if (left > 0) return 'unknown'
  }
  const limits = piece.contains.filter(({ max }) => max < Infinity && max > 0)
  const values: Json[] = []
  for (let at = 0; at < length; at++) {
    const own = extra.get(at) ?? []
    const avoided = limits
      .filter(({ goal }) => !own.includes(goal))
      .map(({ goal }) => ({ ...goal, mustAccept: !goal.mustAccept }))
    const different = piece.isUnique && values.length > 0 ? [differentFrom(piece.solver, values)] : []
    const answer = [avoided, []]
      .map((each) => piece.itemAt(at, [...own, ...different, ...each]))
      .find(isFound)
    if (!answer) return isExhausted(piece, wanted) ? 'none' : 'unknown'
    values.push(answer.found)
  }
  return { found: values }
}

function differentFrom(solver: Finder, values: Json[]): Goal {
  return { node: solver.graph.fresh({ enum: [...values] }), mustAccept: false, isNew: false }
}

function isExhausted(piece: ListConstraints, wanted: readonly unknown[]): boolean {
  if (!piece.isUnique || wanted.length > 0 || piece.alike > 0) return false
  const values: Json[] = []
  while (values.length < piece.min) {
    const answer = piece.itemAt(0, values.length > 0 ? [differentFrom(piece.solver, values)] : [])
    if (answer === 'none') return true
    if (!isFound(answer) || values.some((each) => sameText(each) === sameText(answer.found))) return false
    values.push(answer.found)
  }
  return false
}

function findRepeated(piece: ListConstraints): FindResult {
  if (piece.isUnique) return 'none'
  const indexes = [...piece.indexes(), ...(piece.max > piece.alike + 1 ? [piece.alike + 1] : [])]
  let isSure = true
  for (const [index, first] of indexes.entries()) {
    for (const second of indexes.slice(index + 1)) {
      const shared = piece.solver.find([...piece.goalsAt(first), ...piece.goalsAt(second)])
      if (shared === 'unknown') isSure = false
      if (!isFound(shared)) continue
      const length = Math.max(piece.min, second + 1)
      const values = Array.from({ length }, (_, at) =>
        at === first || at === second ? shared : piece.itemAt(at),
      )
      const isPlain = piece.demands.length === 0 && piece.contains.every(({ min }) => min === 0)
      if (isPlain && values.every(isFound)) return { found: values.map(({ found }) => found) }
      isSure = false
    }
  }
  return isSure ? 'none' : 'unknown'
}
