/**
 * Patterns that any engine runs in linear time, however it works, so the fastest may run them.
 *
 * Ground; also in the browser. Judged by their shape, on the safe side: no groups and no alternatives, at most one
 * part that may repeat without end, and that only where the pattern begins at the start of the text; a backtracking
 * engine then tries each place once. Everything else goes to RE2.
 */

// One character: plain, escaped, or a class of them.
const ATOM =
  '(?:[^\\\\^$.*+?()[\\]{}|]|\\.|\\\\[dDwWsS./\\\\+*?()[\\]{}^$|]|\\[\\^?(?:[^\\\\\\[\\]]|\\\\[dDwWsS.\\-/\\\\+*?()[\\]{}^$|])+\\])'
const PART = new RegExp(`^(${ATOM})([*+?]|\\{\\d{1,3}(?:,\\d{0,3})?\\})?`, 'u')

// Ways in which the parts that may repeat a few times can share a text between them: tried once, or at each place of it.
const MOST_WAYS = 1_000
const MOST_WAYS_EACH = 8

export function isPlainlyLinear(pattern: string): boolean {
  const isAnchored = pattern.startsWith('^')
  let rest = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  let endless = 0
  let ways = 1
  while (rest !== '') {
    const [whole = '', , times = ''] = PART.exec(rest) ?? []
    if (whole === '') return false
    const [least, most] = timesOf(times)
    if (most === Number.POSITIVE_INFINITY) endless++
    else ways *= most - least + 1
    rest = rest.slice(whole.length)
  }
  const mostWays = isAnchored && endless === 0 ? MOST_WAYS : MOST_WAYS_EACH
  return ways <= mostWays && endless <= (isAnchored ? 1 : 0) && isUnicodePattern(pattern)
}

function timesOf(times: string): [least: number, most: number] {
  if (times === '') return [1, 1]
  if (times === '?') return [0, 1]
  const [, least = '0', comma, most] = /^\{(\d+)(,)?(\d*)\}$/.exec(times) ?? []
  if (!times.startsWith('{')) return [0, Number.POSITIVE_INFINITY]
  return [Number(least), comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : Number(least)]
}

/** In the other mode an escape may mean something else, and a character above U+FFFF is two. */
function isUnicodePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
