/**
 * Many texts looked for at once, at a cost that does not grow with how many they are: the automaton of Aho and Corasick.
 *
 * Ground. No RegExp, so that nothing that is looked for (secrets) can be in the message of an error, and none is too long.
 * A node is a beginning of needles; nodes are numbered by length and then in their order, so that the children of one
 * stand side by side, from `first[node]` to `first[node + 1]`.
 * Source: Aho, Corasick, "Efficient string matching: an aid to bibliographic search", CACM 18(6), 1975.
 */

/** A state is the node that stands for the longest end of what was read that a needle begins with; 0 is the empty one. */
export type NeedleTrie = {
  /** The state after one more UTF-16 unit. */
  next(state: number, unit: number): number
  /** How long the end is that the state stands for. */
  lengthOf(state: number): number
  /** The state that stands for the next shorter such end. */
  shorter(state: number): number
  /** The longest needle that what was read ends with, as its place in the list; -1 when there is none. */
  endingAt(state: number): number
}

/** `needles` are sorted as `sort` does it, none is empty, and none is there twice. */
export function openNeedleTrie(needles: readonly string[]): NeedleTrie {
  const size = needles.reduce((sum, { length }) => sum + length, 1)
  const units = new Uint16Array(size)
  const first = new Int32Array(size + 1)
  const shorter = new Int32Array(size)
  // One more than the place in the list, as 0 is none.
  const endings = new Int32Array(size)
  const roots = new Int32Array(65_536)
  // The first node of each length.
  const levels = [0, 1]

  // Those that are not read to their end yet.
  const open = Int32Array.from(needles, (_, index) => index)
  // Of each needle, the node of as much of it as has been read.
  const nodes = new Int32Array(needles.length)
  for (let length = 1, left = needles.length; left > 0; length += 1) {
    let node = levels[length]! - 1
    let parent = levels[length - 1]! - 1
    let longer = 0
    for (let place = 0; place < left; place += 1) {
      const index = open[place]!
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
  const count = levels[levels.length - 1]!
  first.fill(count, levels[levels.length - 2]!)
  for (let node = 1; node < first[1]!; node += 1) roots[units[node]!] = node
  // What is shorter is ready first.
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

/** The length whose nodes `node` is among. */
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
