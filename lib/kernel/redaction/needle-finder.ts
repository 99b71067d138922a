/**
 * Finds many needles at a cost independent of their number. Reads the text backwards, to find the longest
 * needle at each position.
 */

export type NeedleFinder = {
  shortest: number
  longest: number
  find(units: Uint16Array, length: number): { at: number; needle: string }[]
  waitingAt(units: Uint16Array, length: number): number
}

/** A state is the node of the longest suffix read that is a prefix of a needle; 0 is the empty one. */
type NeedleTrie = {
  next(state: number, unit: number): number
  lengthOf(state: number): number
  shorter(state: number): number
  endingAt(state: number): number
}

/** `needles` must be distinct and not empty. */
export function openNeedleFinder(needles: readonly string[]): NeedleFinder {
  const mirrored = needles.map(mirror).sort()
  const shortest = needles.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY)
  const longest = needles.reduce((longestSoFar, { length }) => Math.max(longestSoFar, length), 0)
  const backwards = openNeedleTrie(mirrored)
  const found = mirrored.map(mirror)
  const leap = openLeap(mirrored)
  let forwards: NeedleTrie | undefined

  return {
    shortest,
    longest,

    find(units, length) {
      const matches: { at: number; needle: string }[] = []
      let state = 0
      for (let at = length - 1; at >= 0; at -= 1) {
        if (state === 0) while (leap.isFree(units, at)) at -= leap.length
        state = backwards.next(state, units[at]!)
        const index = backwards.endingAt(state)
        if (index >= 0) matches.push({ at, needle: found[index]! })
      }
      return matches
    },

    waitingAt(units, length) {
      forwards ??= openNeedleTrie([...needles].sort())
      let state = 0
      // No needle that continues after the end begins earlier.
      for (let at = Math.max(0, length - longest); at < length; at += 1)
        state = forwards.next(state, units[at]!)
      return forwards.lengthOf(state)
    },
  }
}

// Longer leaps rarely succeed.
const MAX_LEAP = 31

/**
 * A needle that ends at one of the `length` positions up to `at` must contain the pair of units at the first
 * of them and the one before (Wu, Manber, 1994).
 */
function openLeap(mirrored: readonly string[]) {
  const shortest = mirrored.reduce((least, { length }) => Math.min(least, length), MAX_LEAP + 1)
  const length = shortest - 1
  const pairs = new Uint8Array(65_536)
  for (const needle of mirrored) {
    for (let at = 0; at < length; at += 1) pairs[pairOf(needle.charCodeAt(at + 1), needle.charCodeAt(at))] = 1
  }
  const isFree = (units: Uint16Array, at: number) =>
    at >= length && length > 1 && pairs[pairOf(units[at - length]!, units[at - length + 1]!)] === 0
  return { length, isFree }
}

/** A collision only prevents a leap. */
function pairOf(first: number, second: number): number {
  return ((first << 8) ^ second) & 0xffff
}

function mirror(text: string): string {
  return text.split('').reverse().join('')
}

/**
 * An Aho-Corasick automaton (CACM 18(6), 1975). It does not use RegExp, so that secrets never appear in error messages.
 * `needles` must be sorted, distinct and not empty.
 */
function openNeedleTrie(needles: readonly string[]): NeedleTrie {
  const size = needles.reduce((sum, { length }) => sum + length, 1)
  const units = new Uint16Array(size)
  const first = new Int32Array(size + 1)
  const shorter = new Int32Array(size)
  const endings = new Int32Array(size)
  const roots = new Int32Array(65_536)
  const levels = layOutLevels(needles, { units, first, endings })
  const count = levels[levels.length - 1]!
  for (let node = 1; node < first[1]!; node += 1) roots[units[node]!] = node
  // Shorter nodes must be complete first.
  for (let node = 1; node < count; node += 1) {
    const short = shorter[node]!
    if (endings[node] === 0) endings[node] = endings[short]!
    for (let child = first[node]!; child < first[node + 1]!; child += 1)
      shorter[child] = next(short, units[child]!)
  }

  return {
    next,
    lengthOf: (state) => lengthAt(levels, state),
    shorter: (state) => shorter[state]!,
    endingAt: (state) => endings[state]! - 1,
  }

  function next(state: number, unit: number): number {
    for (let from = state; from !== 0; from = shorter[from]!) {
      let low = first[from]!
      let high = first[from + 1]!
      while (high - low > 4) {
        const middle = (low + high) >> 1
        if (units[middle]! > unit) high = middle
        else low = middle
      }
      for (; low < high; low += 1) if (units[low] === unit) return low
    }
    return roots[unit]!
  }
}

/** Numbers the nodes level by level. Returns the first node of each level, and the end of the last. */
function layOutLevels(
  needles: readonly string[],
  { units, first, endings }: { units: Uint16Array; first: Int32Array; endings: Int32Array },
): number[] {
  const levels = [0, 1]
  const open = Int32Array.from(needles, (_, index) => index)
  const nodes = new Int32Array(needles.length)
  for (let length = 1, left = needles.length; left > 0; length += 1) {
    let node = levels[length]! - 1
    let parent = levels[length - 1]! - 1
    let longer = 0
    for (let position = 0; position < left; position += 1) {
      const index = open[position]!
      const needle = needles[index]!
      const unit = needle.charCodeAt(length - 1)
      if (nodes[index] !== parent || units[node] !== unit) {
        node += 1
        units[node] = unit
        while (parent < nodes[index]!) first[++parent] = node
      }
      nodes[index] = node
      if (needle.length === length) endings[node] = index + 1
      else open[longer++] = index
    }
    levels.push(node + 1)
    while (parent < levels[length]! - 1) first[++parent] = node + 1
    left = longer
  }
  first.fill(levels[levels.length - 1]!, levels[levels.length - 2]!)
  return levels
}

function lengthAt(levels: readonly number[], node: number): number {
  let low = 0
  let high = levels.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (levels[middle]! > node) high = middle
    else low = middle
  }
  return low
}
