/**
 * Finds words or a pattern in a line, in time that no query can make long. Floor 3, pure.
 *
 * Patterns are ECMAScript's, run by RE2 in time linear in the text; how long a piece of text may be that is looked at
 * at once depends on the size of the pattern, so that no call keeps the server from anything else for long.
 * Source: Russ Cox, "Regular Expression Matching Can Be Simple And Fast" (2007); README of re2js.
 */
import { RE2JS } from 're2js'
import { toRe2Pattern } from '../contract/schema/ecma-pattern.ts'
import { isPlainlyLinear } from '../contract/schema/plainly-linear.ts'
import { AppError } from '../errors.ts'

export type Found = { start: number; end: number }

export type LineFinder = {
  /** False when no line of the text matches; true is no promise. */
  mayMatch: (text: string) => boolean
  /** What matches in a line, from left to right; nothing that is empty. */
  find: (line: string) => Iterable<Found>
  /** How much text may be looked at in one go. */
  pieceChars: number
}

export type Query = { query: string; mode: 'plain' | 'regex'; caseSensitive: boolean }

/** Longer ones are no words that somebody looks for. */
export const MAX_QUERY_CHARS = 1_000

/** RE2JS takes some 8 ns for each character and instruction: these are at most 50 ms. */
const STEPS_AT_ONCE = 6_000_000
const MAX_INSTRUCTIONS = 5_000
const MOST_CHARS = 128 * 1024

/** Throws INVALID_INPUT for a pattern that is none, or that only backtracking could find. */
export function lineFinder({ query, mode, caseSensitive }: Query): LineFinder {
  const flags = caseSensitive ? 'mu' : 'imu'
  if (mode === 'plain') return byRegExp(new RegExp(RegExp.escape(query), flags), MOST_CHARS)
  try {
    const re2 = RE2JS.compile(
      toRe2Pattern(query),
      RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE),
    )
    // The engine at hand is many times faster, and as safe where a pattern has no choice to go back on.
    return isPlainlyLinear(query) ? byRegExp(new RegExp(query, flags), MOST_CHARS / 4) : byRe2(re2)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw noPattern((thrown as Error).message.replace(/^error parsing regexp: /, ''))
  }
}

function byRegExp(pattern: RegExp, pieceChars: number): LineFinder {
  const all = new RegExp(pattern, `${pattern.flags}g`)
  return {
    mayMatch: (text) => pattern.test(text),
    *find(line) {
      for (const { 0: found, index: start } of line.matchAll(all))
        if (found !== '') yield { start, end: start + found.length }
    },
    pieceChars,
  }
}

function byRe2(pattern: RE2JS): LineFinder {
  const instructions = pattern.programSize()
  if (instructions > MAX_INSTRUCTIONS) throw noPattern('it is too large: repeat less')
  return {
    mayMatch: (text) => pattern.matcher(text).find(),
    *find(line) {
      const matcher = pattern.matcher(line)
      while (matcher.find())
        if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() }
    },
    pieceChars: Math.min(MOST_CHARS, Math.ceil(STEPS_AT_ONCE / instructions)),
  }
}

function noPattern(why: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `The query is no pattern that can be searched for: ${why}.`,
    issues: [{ path: '/query', keyword: 'pattern', message: why }],
    suggestedAction: 'Write it without lookaround and backreferences, or search for plain words.',
  })
}
