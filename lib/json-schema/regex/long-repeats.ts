/**
 * RE2 repeats a part at most 1,000 times, also where repeats within repeats multiply (`regexp/syntax`, google/re2#405).
 * A longer repeat can be written as several in a row.
 */
export const MAX_REPEATS = 1_000

// Each copy is a state of the automaton, so that longer ones would be slow.
const MAX_SPLIT = 10_000

export const REPEAT_LIMIT =
  'a part of a pattern can be repeated at most 1,000 times, and repeats within repeats multiply. Limit the length with minLength and maxLength, or the items with maxItems'

type Split = { text: string; sentence: string; translated?: string }

type Piece = { atom: string; times: string; factor: number }

/** Returns null if every repeat is within the limit. */
export function splitLongRepeats(pattern: string): Split | null {
  const splitter = new Splitter(pattern)
  const { written } = splitter.alternatives()
  if (splitter.longest === undefined) return null
  const text = splitter.longest
  const sentence = `“${text}” repeats too often: ${REPEAT_LIMIT}.`
  return splitter.isLost ? { text, sentence } : { text, sentence, translated: written }
}

class Splitter {
  longest: string | undefined
  isLost = false
  private at = 0
  private readonly pattern: string

  constructor(pattern: string) {
    this.pattern = pattern
  }

  /** `factor` is how often the automaton copies the text. */
  alternatives(): { written: string; factor: number } {
    let written = ''
    let factor = 1
    while (this.at < this.pattern.length && this.pattern[this.at] !== ')') {
      if (this.pattern[this.at] === '|') {
        written += '|'
        this.at++
        continue
      }
      const piece = this.piece()
      written += piece.atom + piece.times
      factor = Math.max(factor, piece.factor)
    }
    return { written, factor }
  }

  private piece(): Piece {
    const { atom, factor } = this.atom()
    const [times = '', from = '', comma = '', to = ''] =
      /^\{(\d+)(,?)(\d*)\}\??/.exec(this.pattern.slice(this.at)) ?? []
    if (times === '') {
      const [sign = ''] = /^[*+?]\??/.exec(this.pattern.slice(this.at)) ?? []
      this.at += sign.length
      return { atom, times: sign, factor }
    }
    this.at += times.length
    const min = Number(from)
    const max = comma === '' ? min : to === '' ? Number.POSITIVE_INFINITY : Number(to)
    const copies = Math.max(min, max === Number.POSITIVE_INFINITY ? 1 : max, 1)
    if (copies * factor <= MAX_REPEATS) return { atom, times, factor: factor * copies }
    this.longest ??= times
    const step = Math.floor(MAX_REPEATS / factor)
    const isNamed = atom.startsWith('(?<') && !/^\(\?<[=!]/.test(atom)
    if (step < 1 || copies * factor > MAX_SPLIT || isNamed || min > max) {
      this.isLost = true
      return { atom, times, factor }
    }
    const lazy = times.endsWith('?') ? '?' : ''
    return { atom: split(atom, min, max, step, lazy), times: '', factor: step * factor }
  }

  private atom(): { atom: string; factor: number } {
    const rest = this.pattern.slice(this.at)
    const [single] =
      /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[\s\S])|\[\^?(?:\\[\s\S]|[^\]\\])*\]|[^(])/u.exec(
        rest,
      ) ?? []
    if (single !== undefined) {
      this.at += single.length
      return { atom: single, factor: 1 }
    }
    const [opening = '('] = /^\((?:\?(?:<?[=!]|<\w+>|[ims]*(?:-[ims]+)?:))?/.exec(rest) ?? []
    this.at += opening.length
    const inside = this.alternatives()
    if (this.pattern[this.at] === ')') this.at++
    return { atom: `${opening}${inside.written})`, factor: inside.factor }
  }
}

/** Writes `a{0,2500}` as `a{0,1000}a{0,1000}a{0,500}`. */
function split(atom: string, min: number, max: number, step: number, lazy: string): string {
  const parts: string[] = []
  let [least, most] = [min, max]
  while (most > 0) {
    if (most === Number.POSITIVE_INFINITY && least <= step) {
      parts.push(`${atom}{${least},}${lazy}`)
      break
    }
    const [low, high] = [Math.min(least, step), Math.min(most, step)]
    const isOpen = most === Number.POSITIVE_INFINITY
    parts.push(`${atom}{${isOpen ? low : low === high ? low : `${low},${high}`}}${lazy}`)
    least -= low
    if (!isOpen) most -= high
  }
  return parts.join('')
}
