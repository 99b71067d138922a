/** RE2 is linear, and pieces shrink with the size of the pattern, so that no call blocks the server. */
import { RE2JS } from 're2js'
import { toRe2Pattern } from '../../json-schema/regex/ecma-pattern.ts'
import { isPlainlyLinear } from '../../json-schema/regex/linear-regex.ts'
import { AppError } from '../../kernel/errors.ts'

type Found = { start: number; end: number }

type LineFinder = {
  /** Whether a text may contain a match. It may wrongly return true, but never false. */
  mayMatch: (text: string) => boolean
  find: (line: string) => Iterable<Found>
  pieceChars: number
}

export type Query = { query: string; mode: 'plain' | 'regex'; caseSensitive: boolean }

export const MAX_QUERY_CHARS = 1_000

/** Some 8 ns each, so 50 ms at most. */
const STEPS_AT_ONCE = 6_000_000
const MAX_INSTRUCTIONS = 5_000
const MAX_PIECE_CHARS = 128 * 1024

/** Returns a finder of lines. Throws INVALID_INPUT for an invalid pattern, and for one that needs backtracking. */
export function lineFinder({ query, mode, caseSensitive }: Query): LineFinder {
  const flags = caseSensitive ? 'mu' : 'imu'
  if (mode === 'plain') return byRegExp(new RegExp(RegExp.escape(query), flags), MAX_PIECE_CHARS)
  try {
    const re2 = RE2JS.compile(
      toRe2Pattern(query),
      RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE),
    )
    // RegExp is many times faster, and safe without backtracking.
    return isPlainlyLinear(query) ? byRegExp(new RegExp(query, flags), MAX_PIECE_CHARS / 4) : byRe2(re2)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw patternError((thrown as Error).message.replace(/^error parsing regexp: /, ''))
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
  if (instructions > MAX_INSTRUCTIONS) throw patternError('it is too large: use fewer repetitions')
  return {
    mayMatch: (text) => pattern.matcher(text).find(),
    *find(line) {
      const matcher = pattern.matcher(line)
      while (matcher.find())
        if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() }
    },
    pieceChars: Math.min(MAX_PIECE_CHARS, Math.ceil(STEPS_AT_ONCE / instructions)),
  }
}

function patternError(reason: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `The query is not a supported pattern: ${reason}.`,
    issues: [{ path: '/query', keyword: 'pattern', message: reason }],
    suggestedAction: 'Write it without lookaround and backreferences, or search for plain words.',
  })
}
