/**
 * Character sets as sorted code point ranges. Two code points beyond Unicode represent start and end of a text (see
 * `pattern-reader.ts`).
 */

export type CharSet = readonly number[]

export const START = 0x110000
export const END = 0x110001

/** All characters except lone surrogates. */
export const CHARACTERS: CharSet = [0, 0xd7ff, 0xe000, 0x10ffff]
export const CHARACTERS_AND_ENDS: CharSet = [0, 0xd7ff, 0xe000, END]

export function union(...sets: CharSet[]): CharSet {
  const ranges = sets.flatMap(listRanges).sort(([a], [b]) => a - b)
  const merged: number[] = []
  for (const [first, last] of ranges) {
    const end = merged.at(-1)
    if (end !== undefined && first <= end + 1) merged[merged.length - 1] = Math.max(end, last)
    else merged.push(first, last)
  }
  return merged
}

export function intersection(a: CharSet, b: CharSet): CharSet {
  const shared: number[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const first = Math.max(a[i]!, b[j]!)
    const last = Math.min(a[i + 1]!, b[j + 1]!)
    if (first <= last) shared.push(first, last)
    if (a[i + 1]! < b[j + 1]!) i += 2
    else j += 2
  }
  return shared
}

export function withoutChars(all: CharSet, set: CharSet): CharSet {
  const gaps: number[] = []
  let next = 0
  for (const [first, last] of listRanges(set)) {
    if (first > next) gaps.push(next, first - 1)
    next = last + 1
  }
  return intersection(all, [...gaps, next, Math.max(next, END)])
}

export function contains(set: CharSet, character: number): boolean {
  return listRanges(set).some(([first, last]) => first <= character && character <= last)
}

const READABLE: readonly CharSet[] = [
  [0x61, 0x7a],
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x2d, 0x2d],
  [0x21, 0x7e],
  [0x20, 0x20],
]

export function readable(set: CharSet): { character: number; rank: number } {
  for (const [rank, part] of READABLE.entries()) {
    const [character] = intersection(set, part)
    if (character !== undefined) return { character, rank }
  }
  return { character: set[0] ?? 0, rank: READABLE.length }
}

function listRanges(set: CharSet): [number, number][] {
  const ranges: [number, number][] = []
  for (let i = 0; i < set.length; i += 2) ranges.push([set[i]!, set[i + 1]!])
  return ranges
}
