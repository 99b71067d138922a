import type { Goal, Literal } from './clause.ts'
import { isFound } from './contradictions.ts'
import type { ObjectConstraints, PropertyDemand } from './object-constraints.ts'

type Fresh = { name: string; goals: Goal[] }

// Combinations double with each pattern, so their number is limited.
const MAX_PATTERNS = 4

export function* freshNames(
  piece: ObjectConstraints,
  demand: PropertyDemand | null,
  used: ReadonlySet<string> = new Set(),
): Generator<Fresh | 'unknown'> {
  const asked = demand?.kind === 'some-field' ? demand.among : null
  const all = [
    ...piece.fields.flatMap(({ patterns }) => patterns.map(([pattern]) => pattern)),
    ...(asked && 'pattern' in asked ? [asked.pattern] : []),
    ...(asked && 'outside' in asked ? asked.outside.patterns.map(([pattern]) => pattern) : []),
  ]
  const patterns = [...new Set(all)]
  if (patterns.length > MAX_PATTERNS) yield 'unknown'
  const matchCombinations =
    patterns.length > MAX_PATTERNS ? singleMatches(patterns.length) : allCombinations(patterns.length)
  const isKnown: Literal = { kind: 'not-among', values: [...piece.known(), ...used] }
  const names = [...piece.names, ...(demand?.kind === 'some-name' ? [demand.goal] : [])]
  for (const combination of matchCombinations) {
    const matched = new Set(patterns.filter((_, index) => combination[index]))
    if (asked && 'pattern' in asked && !matched.has(asked.pattern)) continue
    if (asked && 'outside' in asked && asked.outside.patterns.some(([pattern]) => matched.has(pattern)))
      continue
    const patternLiterals: Literal[] = patterns.map((text) => ({
      kind: 'pattern',
      text,
      isTrue: matched.has(text),
    }))
    const name = piece.solver.findOf('string', names, [isKnown, ...patternLiterals])
    if (name === 'unknown') yield 'unknown'
    if (!isFound(name) || typeof name.found !== 'string') continue
    yield { name: name.found, goals: listGoals(piece, matched) }
  }
}

function listGoals(piece: ObjectConstraints, matched: ReadonlySet<string>): Goal[] {
  return piece.fields.flatMap(({ patterns, rest, isNew }) => {
    const nodes = patterns.filter(([pattern]) => matched.has(pattern)).map(([, node]) => node)
    return (nodes.length > 0 ? nodes : [rest]).map((node) => ({ node, mustAccept: true, isNew }))
  })
}

function allCombinations(count: number): boolean[][] {
  return Array.from({ length: 2 ** count }, (_, combination) =>
    Array.from({ length: count }, (_, index) => Math.floor(combination / 2 ** index) % 2 === 1),
  )
}

function singleMatches(count: number): boolean[][] {
  return Array.from({ length: count + 1 }, (_, combination) =>
    Array.from({ length: count }, (_, index) => index === combination),
  )
}
