/** An object of which some statements are true. Ground. */
import type { Json } from '../json/json.ts'
import { accepts, isAs } from './accepts.ts'
import { type Answer, isFound } from './answer.ts'
import type { Literal } from './clause.ts'
import type { Finder } from './finder.ts'
import { freshNames } from './fresh-names.ts'
import { matches } from './matches.ts'
import { type Demand, ObjectPiece } from './object-piece.ts'

const pieces = new WeakMap<readonly Literal[], { length: number; piece: ObjectPiece }>()

/** Every option of a choice is asked about the same statements, and there may be thousands of both. */
function pieceOf(solver: Finder, literals: readonly Literal[]): ObjectPiece {
  const known = pieces.get(literals)
  if (known && known.length === literals.length && known.piece.solver === solver) return known.piece
  const piece = new ObjectPiece(solver, literals)
  pieces.set(literals, { length: literals.length, piece })
  return piece
}

/** Whether adding `added` to what is known leaves no object; looks only at what they speak of. */
export function isHopelessObject(
  solver: Finder,
  literals: readonly Literal[],
  added: readonly Literal[],
): boolean {
  const [first] = added
  const name = first && 'name' in first ? first.name : undefined
  if (name !== undefined && added.every((each) => 'name' in each && each.name === name))
    return isHopelessName(pieceOf(solver, literals), name, added)
  const piece = new ObjectPiece(solver, [...literals, ...added])
  if (piece.least > piece.most || piece.has.size > piece.most) return true
  return added.some((each) => {
    if (each.is === 'has') return piece.valueFor(each.name) === 'none'
    if (each.is === 'lacks') return piece.has.has(each.name)
    if (each.is === 'field') return piece.has.has(each.name) && piece.valueFor(each.name) === 'none'
    if (each.is === 'some-field' || each.is === 'some-name') return place(piece, each, new Map()) === 'none'
    return false
  })
}

function isHopelessName(piece: ObjectPiece, name: string, added: readonly Literal[]): boolean {
  if (piece.least > piece.most) return true
  const isThere = piece.has.has(name) || added.some(({ is }) => is === 'has')
  if (added.some(({ is }) => is === 'lacks')) return isThere
  if (!isThere) return false
  if (piece.has.size + (piece.has.has(name) ? 0 : 1) > piece.most) return true
  return (
    piece.valueFor(
      name,
      added.flatMap((each) => (each.is === 'field' ? [each.goal] : [])),
    ) === 'none'
  )
}

/** Whether `asked` is true of every object that is left. */
export function isCertainOfObject(
  solver: Finder,
  literals: readonly Literal[],
  asked: readonly Literal[],
): boolean {
  if (!asked.every(({ is }) => is === 'field')) return false
  const piece = pieceOf(solver, literals)
  return asked.every((each) => {
    if (each.is !== 'field' || !piece.has.has(each.name)) return false
    return piece.valueFor(each.name, [{ ...each.goal, holds: !each.goal.holds }]) === 'none'
  })
}

export function findObject(solver: Finder, literals: readonly Literal[]): Answer {
  const piece = new ObjectPiece(solver, literals)
  if (piece.least > piece.most || piece.has.size > piece.most) return 'none'
  const chosen = new Map<string, Json>()
  let isSure = true
  for (const name of piece.has) {
    const answer = piece.valueFor(name)
    if (answer === 'none') return 'none'
    if (isFound(answer)) chosen.set(name, answer.found)
    else isSure = false
  }
  for (const demand of piece.demands) {
    const placed = place(piece, demand, chosen)
    if (placed === 'none') return 'none'
    if (placed === 'unknown') isSure = false
    else chosen.set(placed.name, placed.value)
  }
  if (!isSure) return 'unknown'
  const filled = fill(piece, chosen)
  if (filled !== 'filled') return filled
  return chosen.size > piece.most ? 'unknown' : { found: Object.fromEntries(chosen) }
}

type Placed = { name: string; value: Json } | 'none' | 'unknown'

/** A property that does what is demanded, beside those that were chosen or instead of one of them. */
function place(piece: ObjectPiece, demand: Demand, chosen: ReadonlyMap<string, Json>): Placed {
  let isSure = true
  const more = demand.is === 'some-field' ? [demand.goal] : []
  // A second demand on one name would need both at once; other names first.
  const names = [...piece.known()].sort((a, b) => Number(chosen.has(a)) - Number(chosen.has(b)))
  for (const name of names) {
    const isAsked = isMeant(name, demand)
    if (isAsked === false) continue
    const answer = piece.valueFor(name, more)
    if (isFound(answer) && isAsked && !isTaken(piece, name, chosen)) return { name, value: answer.found }
    if (answer !== 'none') isSure = false
  }
  for (const fresh of freshNames(piece, demand)) {
    if (fresh === 'unknown') {
      isSure = false
      continue
    }
    const answer = piece.solver.find([...fresh.goals, ...more])
    if (isFound(answer)) return { name: fresh.name, value: answer.found }
    if (answer === 'unknown') isSure = false
  }
  return isSure ? 'none' : 'unknown'
}

/** Chosen for another demand already: its value may have been what that one needed. */
function isTaken(piece: ObjectPiece, name: string, chosen: ReadonlyMap<string, Json>): boolean {
  return chosen.has(name) && piece.demands.length > 1 && !piece.has.has(name)
}

function isMeant(name: string, demand: Demand): boolean | undefined {
  if (demand.is === 'some-name') return isAs(accepts(demand.goal.node, name), demand.goal.holds)
  if ('pattern' in demand.among) return matches(demand.among.pattern, name)
  const { names, patterns } = demand.among.outside
  if (names.has(name)) return false
  const among = patterns.map(([pattern]) => matches(pattern, name))
  return among.includes(true) ? false : among.includes(undefined) ? undefined : true
}

const MOST_FILLED = 200

/** Adds properties until there are enough. */
function fill(piece: ObjectPiece, chosen: Map<string, Json>): 'filled' | 'none' | 'unknown' {
  if (piece.least > MOST_FILLED) return 'unknown'
  let isSure = true
  for (const name of piece.known()) {
    if (chosen.size >= piece.least) return 'filled'
    if (chosen.has(name)) continue
    const answer = piece.valueFor(name)
    if (isFound(answer)) chosen.set(name, answer.found)
    if (answer === 'unknown') isSure = false
  }
  const used = new Set(chosen.keys())
  while (chosen.size < piece.least) {
    const before = chosen.size
    for (const fresh of freshNames(piece, null, used)) {
      const answer = fresh === 'unknown' ? fresh : piece.solver.find(fresh.goals)
      if (answer === 'unknown') isSure = false
      if (fresh === 'unknown' || !isFound(answer)) continue
      chosen.set(fresh.name, answer.found)
      used.add(fresh.name)
      break
    }
    if (chosen.size === before) return isSure ? 'none' : 'unknown'
  }
  return 'filled'
}
