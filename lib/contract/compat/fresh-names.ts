/** Names that nobody has spoken of yet, one for every way in which patterns may match them. Ground. */
import { isFound } from './answer.ts'
import type { Goal, Literal } from './clause.ts'
import type { Demand, ObjectPiece } from './object-piece.ts'

export type Fresh = { name: string; goals: Goal[] }

// Each pattern doubles the ways.
const MOST_PATTERNS = 4

/** 'unknown' stands for ways that could not be looked at. */
export function* freshNames(
  piece: ObjectPiece,
  demand: Demand | null,
  used: ReadonlySet<string> = new Set(),
): Generator<Fresh | 'unknown'> {
  const asked = demand?.is === 'some-field' ? demand.among : null
  const all = [
    ...piece.fields.flatMap(({ patterns }) => patterns.map(([pattern]) => pattern)),
    ...(asked && 'pattern' in asked ? [asked.pattern] : []),
    ...(asked && 'outside' in asked ? asked.outside.patterns.map(([pattern]) => pattern) : []),
  ]
  const patterns = [...new Set(all)]
  if (patterns.length > MOST_PATTERNS) yield 'unknown'
  const ways = patterns.length > MOST_PATTERNS ? fewWays(patterns.length) : allWays(patterns.length)
  const isKnown: Literal = { is: 'not-among', values: [...piece.known(), ...used] }
  const names = [...piece.names, ...(demand?.is === 'some-name' ? [demand.goal] : [])]
  for (const way of ways) {
    const matched = new Set(patterns.filter((_, index) => way[index]))
    if (asked && 'pattern' in asked && !matched.has(asked.pattern)) continue
    if (asked && 'outside' in asked && asked.outside.patterns.some(([pattern]) => matched.has(pattern)))
      continue
    const said: Literal[] = patterns.map((text) => ({ is: 'pattern', text, holds: matched.has(text) }))
    const name = piece.solver.findOf('string', names, [isKnown, ...said])
    if (name === 'unknown') yield 'unknown'
    if (!isFound(name) || typeof name.found !== 'string') continue
    yield { name: name.found, goals: goalsOf(piece, matched) }
  }
}

function goalsOf(piece: ObjectPiece, matched: ReadonlySet<string>): Goal[] {
  return piece.fields.flatMap(({ patterns, rest, isNew }) => {
    const nodes = patterns.filter(([pattern]) => matched.has(pattern)).map(([, node]) => node)
    return (nodes.length > 0 ? nodes : [rest]).map((node) => ({ node, holds: true, isNew }))
  })
}

function allWays(count: number): boolean[][] {
  return Array.from({ length: 2 ** count }, (_, way) =>
    Array.from({ length: count }, (_, index) => Math.floor(way / 2 ** index) % 2 === 1),
  )
}

/** None of them, and each alone. */
function fewWays(count: number): boolean[][] {
  return Array.from({ length: count + 1 }, (_, way) =>
    Array.from({ length: count }, (_, index) => index === way),
  )
}
