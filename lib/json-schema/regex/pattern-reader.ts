import { CHARACTERS, type CharSet, END, intersection, START, union, withoutChars } from './char-set.ts'
import type { Language, Languages } from './language.ts'

export class Unreadable extends Error {}

// Each copy is a state of the automaton, so more would be slow.
const MAX_REPETITIONS = 1_000

const DIGITS: CharSet = [0x30, 0x39]
const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]
// biome-ignore format: ranges
const SPACE: CharSet = [0x9, 0xd, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff]
const LINE_ENDS: CharSet = [0xa, 0xa, 0xd, 0xd, 0x2028, 0x2029]

// biome-ignore format: table
const CLASSES: Record<string, CharSet | undefined> = {
  d: DIGITS, D: withoutChars(CHARACTERS, DIGITS), w: WORD, W: withoutChars(CHARACTERS, WORD), s: SPACE, S: withoutChars(CHARACTERS, SPACE),
}
const CONTROLS: Record<string, number | undefined> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

export class PatternReader {
  private readonly characters: string[]
  private at = 0
  private readonly languages: Languages

  constructor(languages: Languages, pattern: string) {
    this.languages = languages
    this.characters = [...pattern]
  }

  read(): Language {
    const language = this.alternatives()
    if (this.at < this.characters.length) throw new Unreadable()
    return language
  }

  private isNext(text: string): boolean {
    return this.characters.slice(this.at, this.at + text.length).join('') === text
  }

  private consume(text: string): boolean {
    const isThere = this.isNext(text)
    if (isThere) this.at += text.length
    return isThere
  }

  private alternatives(): Language {
    const found = [this.sequence()]
    while (this.consume('|')) found.push(this.sequence())
    return this.languages.or(...found)
  }

  private sequence(): Language {
    const terms: Language[] = []
    while (this.at < this.characters.length && !this.isNext('|') && !this.isNext(')')) terms.push(this.term())
    // The start is a single character, so a second "^" would never match.
    for (const end of [START, END])
      if (terms.filter((each) => mentions(each, end)).length > 1) throw new Unreadable()
    return terms.reduceRight((next, each) => this.languages.sequence(each, next), this.languages.empty)
  }

  private term(): Language {
    const atom = this.atom()
    const times = this.quantifier()
    if (!times) return atom
    const [min, max] = times
    if (min > MAX_REPETITIONS || (max !== Infinity && max > MAX_REPETITIONS)) throw new Unreadable()
    if (max > 1 && (mentions(atom, START) || mentions(atom, END))) throw new Unreadable()
    return this.languages.times(atom, min, max)
  }

  private quantifier(): [number, number] | null {
    const rest = this.characters.slice(this.at, this.at + 24).join('')
    const [text, sign, from, comma, to] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(rest) ?? []
    if (text === undefined) return null
    this.at += text.length
    if (sign) return sign === '*' ? [0, Infinity] : sign === '+' ? [1, Infinity] : [0, 1]
    const min = Number(from)
    return [min, to ? Number(to) : comma ? Infinity : min]
  }

  private atom(): Language {
    if (this.consume('^')) return this.languages.set([START, START])
    if (this.consume('$')) return this.languages.set([END, END])
    if (this.consume('.')) return this.languages.set(withoutChars(CHARACTERS, LINE_ENDS))
    if (this.consume('[')) return this.languages.set(this.characterClass())
    if (this.consume('(')) return this.group()
    if (this.consume('\\')) return this.languages.set(this.escape(false))
    const code = this.characters[this.at++]?.codePointAt(0) ?? 0
    return this.languages.set([code, code])
  }

  private group(): Language {
    if (this.consume('?') && !this.consume(':')) {
      if (!this.consume('<') || this.isNext('=') || this.isNext('!')) throw new Unreadable()
      while (!this.consume('>')) this.at++
    }
    const inside = this.alternatives()
    if (!this.consume(')')) throw new Unreadable()
    return inside
  }

  private characterClass(): CharSet {
    const isNegated = this.consume('^')
    let set: CharSet = []
    while (!this.consume(']')) {
      const first = this.classMember()
      if (this.isNext('-') && this.characters[this.at + 1] !== ']') {
        this.at++
        const last = this.classMember()
        // In "[\\w-.]" the hyphen is literal.
        if (first.length === 2 && last.length === 2 && first[0] === first[1] && last[0] === last[1])
          set = union(set, [first[0]!, last[0]!])
        else set = union(set, first, last, [0x2d, 0x2d])
      } else set = union(set, first)
      if (this.at > this.characters.length) throw new Unreadable()
    }
    return isNegated ? withoutChars(CHARACTERS, set) : intersection(set, CHARACTERS)
  }

  private classMember(): CharSet {
    if (this.consume('\\')) return this.escape(true)
    const code = this.characters[this.at++]?.codePointAt(0) ?? 0
    return [code, code]
  }

  private escape(isInClass: boolean): CharSet {
    const each = this.characters[this.at++] ?? ''
    const known = CLASSES[each]
    if (known) return known
    const hex = this.hexadecimal(each)
    const code = hex ?? (isInClass && each === 'b' ? 8 : CONTROLS[each])
    if (code !== undefined) return [code, code]
    if (/[A-Za-z0-9]/.test(each)) throw new Unreadable()
    const own = each.codePointAt(0) ?? 0
    return [own, own]
  }

  private hexadecimal(kind: string): number | undefined {
    if (kind !== 'x' && kind !== 'u') return undefined
    const rest = this.characters.slice(this.at, this.at + 10).join('')
    const form = kind === 'x' ? /^([0-9a-fA-F]{2})/ : /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))/
    const [text, ...digits] = form.exec(rest) ?? []
    if (text === undefined) throw new Unreadable()
    this.at += text.length
    const code = Number.parseInt(digits.join(''), 16)
    if (code >= 0xd800 && code <= 0xdfff) throw new Unreadable()
    return code
  }
}

function mentions(language: Language, end: number): boolean {
  switch (language.kind) {
    case 'set':
      return language.set.length === 2 && language.set[0] === end
    case 'then':
      return mentions(language.first, end) || mentions(language.next, end)
    case 'or':
      return language.parts.some((each) => mentions(each, end))
    case 'times':
      return mentions(language.of, end)
    default:
      return false
  }
}
