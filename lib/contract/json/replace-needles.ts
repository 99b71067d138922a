/**
 * Puts texts in the place of others, many at once: of those that overlap the leftmost goes, and of those that begin at the
 * same place the longest.
 *
 * Ground. The cost is linear in the text, whatever it and the needles are: read from its end, one pass tells the longest
 * needle that begins at each place. A text that comes in pieces is read forwards too, to know how much of its end may be
 * the beginning of a needle and has to wait.
 */
import { type NeedleTrie, openNeedleTrie } from './needle-trie.ts'

export type Replacer = {
  replace(text: string): string
  openStream(): ReplacerStream
}

/** A text in pieces: what is known of it so far, piece by piece, and then the rest. Joined, it is what `replace` says. */
export type ReplacerStream = { push(piece: string): string; end(): string }

/** `replacements`: what stands in the place of each needle. */
export function openReplacer(replacements: ReadonlyMap<string, string>): Replacer {
  const needles = [...replacements.keys()].filter((each) => each !== '')
  if (needles.length === 0) return NOTHING_TO_REPLACE
  const mirrored = needles.map(mirror).sort()
  const longest = needles.reduce((most, { length }) => Math.max(most, length), 0)
  const backwards = openNeedleTrie(mirrored)
  const leap = openLeap(mirrored)
  // Only who replaces in pieces has to read forwards.
  let forwards: NeedleTrie | undefined

  /** Replaces the needles that begin before `until`; `rest` begins there, or where the last of them ends. */
  function replaceBefore(text: string, until: number): { done: string; rest: string } {
    const starts: number[] = []
    const ends: number[] = []
    let state = 0
    for (let at = text.length - 1; at >= 0; at -= 1) {
      if (state === 0) while (leap.isFree(text, at)) at -= leap.length
      state = backwards.next(state, text.charCodeAt(at))
      const found = backwards.endingAt(state)
      if (found < 0 || at >= until) continue
      starts.push(at)
      ends.push(at + mirrored[found]!.length)
    }
    let done = ''
    let from = 0
    for (let index = starts.length - 1; index >= 0; index -= 1) {
      const [start, end] = [starts[index]!, ends[index]!]
      if (start < from) continue
      done += text.slice(from, start) + replacements.get(text.slice(start, end))
      from = end
    }
    const to = Math.max(from, until)
    return { done: done + text.slice(from, to), rest: text.slice(to) }
  }

  function openStream(): ReplacerStream {
    forwards ??= openNeedleTrie(needles.sort())
    const trie = forwards
    let held = ''
    let state = 0
    return {
      push(piece) {
        held += piece
        // No needle begins before its last `longest` units and goes on after them.
        if (piece.length > longest) state = 0
        for (let at = Math.max(0, piece.length - longest); at < piece.length; at += 1)
          state = trie.next(state, piece.charCodeAt(at))
        const waiting = trie.lengthOf(state)
        const known = held.length - waiting
        // What waits is read again each time: not for less than as much that is known.
        if (known < waiting || known === 0) return ''
        const { done, rest } = replaceBefore(held, known)
        held = rest
        // A needle that was replaced begins none.
        while (trie.lengthOf(state) > held.length) state = trie.shorter(state)
        return done
      },
      end() {
        const { done } = replaceBefore(held, held.length)
        held = ''
        state = 0
        return done
      },
    }
  }

  return { replace: (text) => replaceBefore(text, text.length).done, openStream }
}

// Longer leaps are rarely free.
const MAX_LEAP = 31

/**
 * Most of a text is nowhere near a needle. A needle that ends on one of the `length` places up to `at` has, at the first
 * of them and the one before, two units in a row from its own end: where no needle has them, none ends on those places.
 * Source: Wu, Manber, "A fast algorithm for multi-pattern searching", 1994.
 */
function openLeap(mirrored: readonly string[]) {
  const shortest = mirrored.reduce((least, { length }) => Math.min(least, length), MAX_LEAP + 1)
  const length = shortest - 1
  const pairs = new Uint8Array(65_536)
  for (const needle of mirrored) {
    for (let at = 0; at < length; at += 1) pairs[pairOf(needle.charCodeAt(at + 1), needle.charCodeAt(at))] = 1
  }
  const isFree = (text: string, at: number) =>
    at >= length &&
    length > 1 &&
    pairs[pairOf(text.charCodeAt(at - length), text.charCodeAt(at - length + 1))] === 0
  return { length, isFree }
}

/** Different pairs may have the same number: then a leap that is free is not taken. */
function pairOf(first: number, second: number): number {
  return ((first << 8) ^ second) & 0xffff
}

const NOTHING_TO_REPLACE: Replacer = {
  replace: (text) => text,
  openStream: () => ({ push: (piece) => piece, end: () => '' }),
}

/** Backwards, unit by unit. */
function mirror(text: string): string {
  return text.split('').reverse().join('')
}
