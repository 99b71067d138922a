/** A list of which some statements are true. Ground. */
import type { Json } from '../json/json.ts'
import { sameText } from '../json/json-equality.ts'
import { type Answer, isFound } from './answer.ts'
import type { Goal, Literal } from './clause.ts'
import type { Finder } from './finder.ts'

type Demand = { from: number; goal: Goal }

// Nobody reads a longer example, and looking for one takes long.
const MOST_ITEMS = 300

class ListPiece {
  readonly items: Extract<Literal, { is: 'items' }>[] = []
  readonly own = new Map<number, Goal[]>()
  readonly demands: Demand[] = []
  readonly contains: Extract<Literal, { is: 'contains' }>[] = []
  least = 0
  most = Infinity
  isUnique = false
  isRepeated = false
  /** From here on every item is like the next. */
  alike = 0
  readonly solver: Finder

  constructor(solver: Finder, literals: readonly Literal[]) {
    this.solver = solver
    for (const literal of literals) {
      if (literal.is === 'items') this.items.push(literal)
      else if (literal.is === 'item')
        this.own.set(literal.at, [...(this.own.get(literal.at) ?? []), literal.goal])
      else if (literal.is === 'some-item') this.demands.push({ from: literal.from, goal: literal.goal })
      else if (literal.is === 'contains') this.contains.push(literal)
      else if (literal.is === 'unique') this.isUnique = true
      else if (literal.is === 'repeated') this.isRepeated = true
      else if (literal.is === 'size') {
        this.least = Math.max(this.least, literal.least)
        this.most = Math.min(this.most, literal.most)
      }
    }
    this.alike = Math.max(
      0,
      ...this.items.map(({ prefix }) => prefix.length),
      ...[...this.own.keys()].map((at) => at + 1),
      ...this.demands.map(({ from }) => from),
    )
    this.least = Math.max(
      this.least,
      this.isRepeated ? 2 : 0,
      ...[...this.own.keys()].map((at) => at + 1),
      ...this.demands.map(({ from }) => from + 1),
      ...this.contains.map(({ least }) => least),
    )
  }

  goalsAt(at: number): Goal[] {
    return [
      ...this.items.map(({ prefix, rest, isNew }) => ({ node: prefix[at] ?? rest, holds: true, isNew })),
      ...(this.own.get(at) ?? []),
      ...this.contains.filter(({ most }) => most <= 0).map(({ goal }) => ({ ...goal, holds: !goal.holds })),
    ]
  }

  itemAt(at: number, more: readonly Goal[] = []): Answer {
    return this.solver.find([...this.goalsAt(at), ...more])
  }

  /** Places that differ, and one for all that follow. */
  places(from = 0): number[] {
    const last = Math.min(Math.max(this.alike, from), this.most - 1)
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
  }
}

/** With `added`, only as much is looked at as tells whether those statements leave no list. */
export function findList(solver: Finder, literals: readonly Literal[], added?: readonly Literal[]): Answer {
  const piece = new ListPiece(solver, literals)
  const closed = piece.places().find((at) => piece.itemAt(at) === 'none')
  if (closed !== undefined) piece.most = Math.min(piece.most, closed)
  if (piece.least > piece.most) return 'none'
  const wanted = [
    ...piece.demands.map((each) => ({ ...each, times: 1 })),
    ...piece.contains
      .filter(({ least }) => least > 0)
      .map(({ goal, least }) => ({ from: 0, goal, times: least })),
  ]
  for (const { from, goal, times } of wanted) {
    const possible = piece.places(from).filter((at) => piece.itemAt(at, [goal]) !== 'none')
    const isEndless = possible.includes(Math.max(piece.alike, from)) && piece.most === Infinity
    const count = isEndless ? Infinity : countPlaces(piece, possible)
    if (count < times) return 'none'
  }
  if (holdsTooMany(piece)) return 'none'
  if (added) return 'unknown'
  if (piece.least > MOST_ITEMS || wanted.some(({ times }) => times > MOST_ITEMS)) return 'unknown'
  if (piece.isRepeated) return findRepeated(piece)
  return build(piece, wanted)
}

/** Whether more items have to be of a kind than may be. */
function holdsTooMany(piece: ListPiece): boolean {
  return piece.contains.some(({ goal, most }) => {
    if (most === Infinity) return false
    const opposite = { ...goal, holds: !goal.holds }
    const isForced = piece.places().every((at) => piece.itemAt(at, [opposite]) === 'none')
    if (isForced && piece.least > most) return true
    return piece.contains.some(
      (other) => other.least > most && piece.solver.find([other.goal, opposite]) === 'none',
    )
  })
}

function countPlaces(piece: ListPiece, possible: readonly number[]): number {
  const alike = possible.includes(piece.alike) ? Math.max(0, piece.most - piece.alike - 1) : 0
  return possible.length + alike
}

function build(piece: ListPiece, wanted: readonly (Demand & { times: number })[]): Answer {
  const extra = new Map<number, Goal[]>()
  let length = piece.least
  for (const { from, goal, times } of wanted) {
    let left = times
    for (let at = from; left > 0 && at < Math.min(piece.most, from + piece.alike + MOST_ITEMS); at++) {
      const before = extra.get(at) ?? []
      if (!isFound(piece.itemAt(at, [...before, goal]))) continue
      extra.set(at, [...before, goal])
      length = Math.max(length, at + 1)
      left--
    }
    if (left > 0) return 'unknown'
  }
  const limits = piece.contains.filter(({ most }) => most < Infinity && most > 0)
  const values: Json[] = []
  for (let at = 0; at < length; at++) {
    const own = extra.get(at) ?? []
    const avoided = limits
      .filter(({ goal }) => !own.includes(goal))
      .map(({ goal }) => ({ ...goal, holds: !goal.holds }))
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
  return { node: solver.graph.fresh({ enum: [...values] }), holds: false, isNew: false }
}

/** Items that are all alike and have run out: there are not as many different ones as there have to be. */
function isExhausted(piece: ListPiece, wanted: readonly unknown[]): boolean {
  if (!piece.isUnique || wanted.length > 0 || piece.alike > 0) return false
  const values: Json[] = []
  while (values.length < piece.least) {
    const answer = piece.itemAt(0, values.length > 0 ? [differentFrom(piece.solver, values)] : [])
    if (answer === 'none') return true
    if (!isFound(answer) || values.some((each) => sameText(each) === sameText(answer.found))) return false
    values.push(answer.found)
  }
  return false
}

/** Two items that are the same: one value that may stand in both places. */
function findRepeated(piece: ListPiece): Answer {
  if (piece.isUnique) return 'none'
  const places = [...piece.places(), ...(piece.most > piece.alike + 1 ? [piece.alike + 1] : [])]
  let isSure = true
  for (const [index, first] of places.entries()) {
    for (const second of places.slice(index + 1)) {
      const shared = piece.solver.find([...piece.goalsAt(first), ...piece.goalsAt(second)])
      if (shared === 'unknown') isSure = false
      if (!isFound(shared)) continue
      const length = Math.max(piece.least, second + 1)
      const values = Array.from({ length }, (_, at) =>
        at === first || at === second ? shared : piece.itemAt(at),
      )
      const isPlain = piece.demands.length === 0 && piece.contains.every(({ least }) => least === 0)
      if (isPlain && values.every(isFound)) return { found: values.map(({ found }) => found) }
      isSure = false
    }
  }
  return isSure ? 'none' : 'unknown'
}
