/** Patterns that take linear time, by RE2, which has no lookaround and no backreferences. See docs/spec/contracts.md §1. */
import { compileRe2 } from '#re2'
import { textCache } from '../../kernel/json/text-cache.ts'
import { spendWork } from '../limits/work-budget.ts'
import { toRe2Pattern } from './ecma-pattern.ts'
import { REPEAT_LIMIT } from './long-repeats.ts'

export type LinearRegex = { test: (text: string) => boolean; toString: () => string }

/** Matches anywhere in a text, as JSON Schema asks. Throws if RE2 cannot express the pattern. */
export function linearRegex(pattern: string): LinearRegex {
  const compiled = compileRe2(toRe2Pattern(pattern), pattern)
  // The engine of JavaScript is much faster, and safe for patterns that cannot backtrack.
  if (isPlainlyLinear(pattern)) return counted(new RegExp(pattern, 'u'), pattern, WORK_OF_PLAIN)
  // `test` is a hundred times faster than `find`.
  return counted(compiled, pattern, compiled.programSize() * WORK_OF_STEP)
}

const WORK_OF_PLAIN = 1 / 50
const WORK_OF_STEP = 1 / 300

/** Counts work, because a long pattern takes seconds for a megabyte. */
function counted(
  regex: { test: (text: string) => boolean },
  pattern: string,
  workOfCharacter: number,
): LinearRegex {
  const test = (text: string) => {
    spendWork(text.length * workOfCharacter)
    return regex.test(text)
  }
  // Ajv identifies patterns by this text.
  return { test, toString: () => `linear:${pattern}` }
}

const remember = textCache<LinearRegex>({ characters: 100_000, entries: 200 })

export function knownRegex(pattern: string): LinearRegex {
  return remember(pattern, () => linearRegex(pattern))
}

linearRegex.code = 'linearRegex'

export function patternError(pattern: string): string | undefined {
  try {
    linearRegex(pattern)
    return undefined
  } catch (thrown) {
    const message = (thrown as Error).message.replace(/^error parsing regexp: /, '')
    const [, property] = /^invalid character class range: `?(\\[pP]\{.*?\})`?$/.exec(message) ?? []
    if (property !== undefined)
      return `${property} is not supported: use a general category such as \\p{L}, or a script such as \\p{Script=Greek}`
    const [, repeat] = /^invalid repeat count: `?(.*?)`?$/.exec(message) ?? []
    return repeat === undefined ? message : `${repeat} is too many: ${REPEAT_LIMIT}`
  }
}

const compiled = new Map<string, LinearRegex | null>()
const MAX_CACHED = 500

/** Returns undefined if the validator's engine cannot run it. */
export function matches(pattern: string, text: string): boolean | undefined {
  let regex = compiled.get(pattern)
  if (regex === undefined) {
    regex = compile(pattern)
    if (compiled.size >= MAX_CACHED) compiled.clear()
    compiled.set(pattern, regex)
  }
  return regex?.test(text)
}

function compile(pattern: string): LinearRegex | null {
  try {
    return linearRegex(pattern)
  } catch {
    return null
  }
}

/** Linear patterns have no groups or alternatives, and only anchored ones may have an unbounded repetition. */
const ATOM =
  '(?:[^\\\\^$.*+?()[\\]{}|]|\\.|\\\\[dDwWsS./\\\\+*?()[\\]{}^$|]|\\[\\^?(?:[^\\\\\\[\\]]|\\\\[dDwWsS.\\-/\\\\+*?()[\\]{}^$|])+\\])'
const PART = new RegExp(`^(${ATOM})([*+?]|\\{\\d{1,3}(?:,\\d{0,3})?\\})?`, 'u')

// The possible lengths of bounded repetitions.
const MAX_ANCHORED_PATHS = 1_000
const MAX_FLOATING_PATHS = 8

export function isPlainlyLinear(pattern: string): boolean {
  const isAnchored = pattern.startsWith('^')
  let rest = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  let endless = 0
  let pathCount = 1
  while (rest !== '') {
    const [whole = '', , times = ''] = PART.exec(rest) ?? []
    if (whole === '') return false
    const [min, max] = parseTimes(times)
    if (max === Number.POSITIVE_INFINITY) endless++
    else pathCount *= max - min + 1
    rest = rest.slice(whole.length)
  }
  const maxPaths = isAnchored && endless === 0 ? MAX_ANCHORED_PATHS : MAX_FLOATING_PATHS
  return pathCount <= maxPaths && endless <= (isAnchored ? 1 : 0) && isUnicodePattern(pattern)
}

function parseTimes(times: string): [least: number, most: number] {
  if (times === '') return [1, 1]
  if (times === '?') return [0, 1]
  const [, least = '0', comma, most] = /^\{(\d+)(,)?(\d*)\}$/.exec(times) ?? []
  if (!times.startsWith('{')) return [0, Number.POSITIVE_INFINITY]
  return [Number(least), comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : Number(least)]
}

/** Without the flag, escapes differ, and a character above U+FFFF counts as two. */
function isUnicodePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
