import type { Json } from '../../kernel/json/json.ts'
import { matches } from '../regex/linear-regex.ts'
import { accepts, isAsExpected } from './accepts.ts'
import type { Literal } from './clause.ts'
import { type Finder, type FindResult, isFound } from './contradictions.ts'
import { freshNames } from './fresh-names.ts'
import { ObjectConstraints, type PropertyDemand } from './object-constraints.ts'

const pieces = new WeakMap<readonly Literal[], { length: number; piece: ObjectConstraints }>()

/** Cached because each option of a choice asks about the same statements. */
function mergeLiterals(solver: Finder, literals: readonly Literal[]): ObjectConstraints {
  const known = pieces.get(literals)
  if (known && known.length === literals.length && known.piece.solver === solver) return known.piece
  const piece = new ObjectConstraints(solver, literals)
  pieces.set(literals, { length: literals.length, piece })
  return piece
}

/** Only examines the properties that `added` mentions. */
export function isHopelessObject(
  solver: Finder,
  literals: readonly Literal[],
  added: readonly Literal[],
): boolean {
  const [first] = added
  const name = first && 'name' in first ? first.name : undefined
  if (name !== undefined && added.every((each) => 'name' in each && each.name === name))
    return isHopelessName(mergeLiterals(solver, literals), name, added)
  const piece = new ObjectConstraints(solver, [...literals, ...added])
  if (piece.min > piece.max || piece.has.size > piece.max) return true
  return added.some((each) => {
    if (each.kind === 'has') return piece.valueFor(each.name) === 'none'
    if (each.kind === 'lacks') return piece.has.has(each.name)
    if (each.kind === 'field') return piece.has.has(each.name) && piece.valueFor(each.name) === 'none'
    if (each.kind === 'some-field' || each.kind === 'some-name')
      return assignDemand(piece, each, new Map()) === 'none'
    return false
  })
}

function isHopelessName(piece: ObjectConstraints, name: string, added: readonly Literal[]): boolean {
  if (piece.min > piece.max) return true
  const isThere = piece.has.has(name) || added.some(({ kind }) => kind === 'has')
  if (added.some(({ kind }) => kind === 'lacks')) return isThere
  if (!isThere) return false
  if (piece.has.size + (piece.has.has(name) ? 0 : 1) > piece.max) return true
  return (
    piece.valueFor(
      name,
      added.flatMap((each) => (each.kind === 'field' ? [each.goal] : [])),
    ) === 'none'
  )
}

export function isCertainOfObject(
  solver: Finder,
  literals: readonly Literal[],
  asked: readonly Literal[],
): boolean {
  if (!asked.every(({ kind }) => kind === 'field')) return false
  const piece = mergeLiterals(solver, literals)
  return asked.every((each) => {
    if (each.kind !== 'field' || !piece.has.has(each.name)) return false
    return piece.valueFor(each.name, [{ ...each.goal, mustAccept: !each.goal.mustAccept }]) === 'none'
  })
}

export function findObject(solver: Finder, literals: readonly Literal[]): FindResult {
  const piece = new ObjectConstraints(solver, literals)
  if (piece.min > piece.max || piece.has.size > piece.max) return 'none'
  const chosen = new Map<string, Json>()
  let isSure = true
  for (const name of piece.has) {
    const answer = piece.valueFor(name)
    if (answer === 'none') return 'none'
    if (isFound(answer)) chosen.set(name, answer.found)
    else isSure = false
  }
  for (const demand of piece.demands) {
    const assigned = assignDemand(piece, demand, chosen)
    if (assigned === 'none') return 'none'
    if (assigned === 'unknown') isSure = false
    else chosen.set(assigned.name, assigned.value)
  }
  if (!isSure) return 'unknown'
  const filled = fill(piece, chosen)
  if (filled !== 'filled') return filled
  return chosen.size > piece.max ? 'unknown' : { found: Object.fromEntries(chosen) }
}

type Assignment = { name: string; value: Json } | 'none' | 'unknown'

function assignDemand(
  piece: ObjectConstraints,
  demand: PropertyDemand,
  chosen: ReadonlyMap<string, Json>,
): Assignment {
  let isSure = true
  const more = demand.kind === 'some-field' ? [demand.goal] : []
  // A name that is used already would have to meet two demands.
  const names = [...piece.known()].sort((a, b) => Number(chosen.has(a)) - Number(chosen.has(b)))
  for (const name of names) {
    const isAsked = isMeant(name, demand)
    if (isAsked === false) continue
    const answer = piece.valueFor(name, more)
    if (isFound(answer) && isAsked && !isUsedElsewhere(piece, name, chosen))
      return { name, value: answer.found }
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

function isUsedElsewhere(piece: ObjectConstraints, name: string, chosen: ReadonlyMap<string, Json>): boolean {
  return chosen.has(name) && piece.demands.length > 1 && !piece.has.has(name)
}

function isMeant(name: string, demand: PropertyDemand): boolean | undefined {
  if (demand.kind === 'some-name')
    return isAsExpected(accepts(demand.goal.node, name), demand.goal.mustAccept)
  if ('pattern' in demand.among) return matches(demand.among.pattern, name)
  const { names, patterns } = demand.among.outside
  if (names.has(name)) return false
  const among = patterns.map(([pattern]) => matches(pattern, name))
  return among.includes(true) ? false : among.includes(undefined) ? undefined : true
}

const MAX_FILLED_PROPERTIES = 200

function fill(piece: ObjectConstraints, chosen: Map<string, Json>): 'filled' | 'none' | 'unknown' {
  if (piece.min > MAX_FILLED_PROPERTIES) return 'unknown'
  let isSure = true
  for (const name of piece.known()) {
    if (chosen.size >= piece.min) return 'filled'
    if (chosen.has(name)) continue
    const answer = piece.valueFor(name)
    if (isFound(answer)) chosen.set(name, answer.found)
    if (answer === 'unknown') isSure = false
  }
  const used = new Set(chosen.keys())
  while (chosen.size < piece.min) {
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
