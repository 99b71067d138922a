/**
 * Recognises what Ruby, Python, Perl, PCRE, Java, .NET, POSIX and XML Schema write into patterns and ECMA-262 reads
 * differently or not at all, and translates it where an equivalent exists. ECMA-262 without the flag `u` takes an unknown
 * escape for the letter itself, so such a pattern compiles and refuses every right value. See ECMA-262 §22.2.1 and B.1.2.
 */
import { splitLongRepeats } from './long-repeats.ts'

export type ForeignSyntax = {
  /** As written in the pattern. */
  text: string
  /** What it means elsewhere, and what it means here. */
  sentence: string
}

export type ForeignPattern = {
  found: ForeignSyntax[]
  /** The same in ECMA-262; absent if a part has no equivalent. */
  translated?: string
}

/** Returns null for a pattern that means in ECMA-262 what its author meant, as far as can be seen. */
export function readForeignPattern(pattern: string): ForeignPattern | null {
  const reader = new Reader()
  const written = reader.read(pattern)
  if (reader.found.length === 0 && /\\(?:[pP]|u)\{/.test(pattern) && !isValid(pattern) && isValid(written))
    reader.note(
      '\\p{…}',
      'An escape such as “\\-” or “\\_” keeps the pattern from being read with the flag u, so “\\p{…}” and “\\u{…}” stand for letters.',
    )
  const split = splitLongRepeats(written)
  if (split) reader.note(split.text, split.sentence)
  if (reader.found.length === 0) return null
  const translated = split ? split.translated : written
  if (reader.isLost || translated === undefined || translated === pattern || !isValid(translated))
    return { found: reader.found }
  return { found: reader.found, translated }
}

function isValid(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

type Escape = { meaning: string; ecma?: string; inClass?: string }

// biome-ignore format: table
const ESCAPES: Record<string, Escape | undefined> = {
  A: { meaning: 'the start of the text in Ruby, Python, Perl and Java', ecma: '^' },
  z: { meaning: 'the end of the text in Ruby, Perl and Java', ecma: '$' },
  Z: { meaning: 'the end of the text in Ruby, Python, Perl and Java', ecma: '$' },
  R: { meaning: 'a line break in PCRE, Java and Ruby', ecma: '(?:\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029])' },
  N: { meaning: 'any character but a line break in PCRE', ecma: '[^\\n]' },
  V: { meaning: 'any character but a line break in PCRE and Java', ecma: '[^\\n\\v\\f\\r\\u0085\\u2028\\u2029]' },
  e: { meaning: 'the escape character in PCRE, Java and Ruby', ecma: '\\x1b', inClass: '\\x1b' },
  a: { meaning: 'the bell character in Python, PCRE, Java and Ruby', ecma: '\\x07', inClass: '\\x07' },
  h: { meaning: 'horizontal white space in PCRE and Java, and a hexadecimal digit in Ruby' },
  H: { meaning: 'anything but horizontal white space in PCRE and Java, and anything but a hexadecimal digit in Ruby' },
  X: { meaning: 'a character with its combining marks in PCRE, Java and Ruby' },
  G: { meaning: 'the end of the previous match in PCRE, Java, .NET and Ruby' },
  K: { meaning: 'the start of the reported match in PCRE and Ruby' },
  C: { meaning: 'a single byte in PCRE' },
  O: { meaning: 'any character in Ruby' },
  i: { meaning: 'the first character of an XML name in XML Schema', ecma: '[\\p{L}_:]', inClass: '\\p{L}_:' },
  I: { meaning: 'a character that cannot begin an XML name in XML Schema', ecma: '[^\\p{L}_:]' },
  c: { meaning: 'a character of an XML name in XML Schema', ecma: '[\\p{L}\\p{N}_:.\\-]', inClass: '\\p{L}\\p{N}_:.\\-' },
  y: { meaning: 'a word boundary in PostgreSQL', ecma: '\\b' },
  Y: { meaning: 'no word boundary in PostgreSQL', ecma: '\\B' },
  m: { meaning: 'the start of a word in PostgreSQL' },
  M: { meaning: 'the end of a word in PostgreSQL' },
  l: { meaning: 'a lowercase letter in Vim, and changes the next letter in Perl' },
  L: { meaning: 'that what follows is lowercase in Perl' },
  u: { meaning: 'an uppercase letter in Vim, and changes the next letter in Perl' },
  U: { meaning: 'that what follows is uppercase in Perl' },
  E: { meaning: 'the end of a quotation in Perl, PCRE and Java' },
  g: { meaning: 'a reference to a group in PCRE and Ruby' },
}

// biome-ignore format: table
const POSIX: Record<string, string | undefined> = {
  alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', xdigit: 'A-Fa-f0-9', word: '\\w', space: '\\s',
  blank: ' \\t', punct: '!-\\/:-@\\[-`\\{-~', graph: '!-~', print: ' -~', cntrl: '\\x00-\\x1f\\x7f', ascii: '\\x00-\\x7f',
}

/** Java's names for the same sets. */
const JAVA: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(POSIX).map(([name, set]) => [
    name === 'xdigit' ? 'XDigit' : name === 'ascii' ? 'ASCII' : capital(name),
    set,
  ]),
)

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const KNOWN_ESCAPES =
  /^\\(?:[dDwWsSbBtnvfr0-9]|c[A-Za-z]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|k<)/
const FLAGS = /^\(\?([aiLmsuxnUJd]*)(?:-([imsxnUJd]+))?(:|\))/

const MODIFIERS = /^[gimsuxyADUXJn]+$/

class Reader {
  readonly found: ForeignSyntax[] = []
  /** A part has no equivalent. */
  isLost = false
  private rest = ''
  private written = ''
  /** Spaces and comments are ignored, as `(?x)` asks. */
  private isSpaced = false
  /** Groups that inline flags opened, by the depth at which they end. */
  private readonly flagGroups: number[] = []
  private depth = 0
  private isAtStart = true

  note(text: string, sentence: string): void {
    this.found.push({ text, sentence })
  }

  read(pattern: string): string {
    this.rest = this.withoutDelimiters(pattern)
    while (this.rest !== '') this.token()
    while (this.flagGroups.length > 0) {
      this.flagGroups.pop()
      this.written += ')'
    }
    return this.written
  }

  private take(length: number): string {
    const text = this.rest.slice(0, length)
    this.rest = this.rest.slice(length)
    return text
  }

  /** JavaScript, Perl, PHP and Ruby write patterns between slashes or other delimiters, which are characters here. */
  private withoutDelimiters(pattern: string): string {
    const found = /^\/(.+)\/([a-zA-Z]*)$/s.exec(pattern)
    if (!found) return this.withoutOtherDelimiters(pattern)
    const [, inner = '', flags = ''] = found
    const isPattern = flags !== '' ? MODIFIERS.test(flags) : /^\^|[^\\]\$$|[[\\+*?(|{]/.test(inner)
    if (!isPattern || /[^\\]\/[^/]*\//.test(inner)) return pattern
    const sentence = `Slashes around a pattern${flags && ' and flags behind it'} are part of the text here.`
    this.note(`/…/${flags}`, sentence)
    return this.withFlags(inner.replace(/\\\//g, '/'), flags)
  }

  /** Between these characters, only a pattern for the whole text is certainly meant as one. */
  private withoutOtherDelimiters(pattern: string): string {
    const [, opening = '', delimiter = '', inner = '', flags = ''] =
      /^((?:m|qr)?([/#~!@%|"'`]))(\^.*\$)\2([a-zA-Z]*)$/s.exec(pattern) ?? []
    if (inner === '' || (flags !== '' && !MODIFIERS.test(flags))) return pattern
    const sentence = `“${opening}” and “${delimiter}${flags}” around a pattern are part of the text here.`
    this.note(`${opening}…${delimiter}${flags}`, sentence)
    return this.withFlags(inner.replaceAll(`\\${delimiter}`, delimiter), flags)
  }

  private withFlags(pattern: string, flags: string): string {
    if (flags.includes('x')) this.isSpaced = true
    const kept = [...new Set(flags)].filter((flag) => 'ims'.includes(flag)).join('')
    return kept ? `(?${kept}:${pattern})` : pattern
  }

  private token(): void {
    const { rest } = this
    if (rest.startsWith('\\')) {
      this.escape()
      return
    }
    if (rest.startsWith('[')) {
      this.characterClass()
      return
    }
    if (rest.startsWith('(')) {
      this.group()
      return
    }
    if (rest.startsWith(')')) {
      while (this.flagGroups.at(-1) === this.depth && this.depth > 0) {
        this.flagGroups.pop()
        this.written += ')'
      }
      this.depth--
    }
    if (this.isSpaced && /^[\s#]/.test(rest)) {
      this.take((/^(?:\s+|#[^\n]*\n?)/.exec(rest) as RegExpExecArray)[0].length)
      return
    }
    const [possessive] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\+/.exec(rest) ?? []
    if (possessive) {
      this.note(
        possessive,
        `“${possessive}” never gives back what it matched in Java, PCRE and Ruby; ECMA-262 has no such repeats.`,
      )
      this.written += this.take(possessive.length).slice(0, -1)
      return
    }
    const [sqlRepeat] = /^\{,\d+\}/.exec(rest) ?? []
    if (sqlRepeat) {
      this.note(sqlRepeat, `“${sqlRepeat}” is a repeat from 0 in Python and Ruby, and plain text here.`)
      this.written += `{0${this.take(sqlRepeat.length).slice(1)}`
      return
    }
    const [character = ''] = /^[\s\S]/u.exec(rest) ?? []
    this.isAtStart = character === '|' || (this.isAtStart && character === '^')
    this.written += this.take(character.length)
  }

  private escape(): void {
    const { rest } = this
    this.isAtStart = false
    const quoted = /^\\Q([\s\S]*?)(?:\\E|$)/.exec(rest)
    if (quoted) {
      this.note('\\Q…\\E', '“\\Q…\\E” quotes text in Perl, PCRE and Java; here \\Q and \\E are letters.')
      this.take(quoted[0].length)
      this.written += (quoted[1] ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      return
    }
    this.written += this.escapedText(false)
  }

  /** Reads one escape, and returns it in ECMA-262. */
  private escapedText(isInClass: boolean): string {
    const { rest } = this
    const [hex, digits = ''] =
      /^\\x\{([0-9a-fA-F]+)\}/.exec(rest) ?? /^\\N\{U\+([0-9a-fA-F]+)\}/.exec(rest) ?? []
    if (hex)
      return this.code(hex, Number.parseInt(digits, 16), 'a character by its code in Perl, PCRE and Java')
    const [octal, octalDigits = ''] = /^\\o\{([0-7]+)\}/.exec(rest) ?? []
    if (octal)
      return this.code(octal, Number.parseInt(octalDigits, 8), 'a character by its code in Perl and PCRE')
    const [long, longDigits = ''] = /^\\U([0-9a-fA-F]{8})/.exec(rest) ?? []
    if (long) return this.code(long, Number.parseInt(longDigits, 16), 'a character by its code in Python')
    const property = /^\\([pP])(?:\{(\^?)([^}]*)\}|([A-Za-z]))/.exec(rest)
    if (property) return this.property(property, isInClass)
    const [group] = /^\\(?:k['{][^'}]*['}]|g(?:\{[^}]*\}|<[^>]*>|'[^']*'|-?\d+))/.exec(rest) ?? []
    if (group) return this.lose(group, `“${group}” refers to a group, and references are not supported.`)
    const [named] = /^\\N\{[^}]*\}/.exec(rest) ?? []
    if (named) return this.lose(named, `“${named}” names a character in Python and Perl; write it as \\u{…}.`)
    if (KNOWN_ESCAPES.test(rest) || !/^\\[A-Za-z]/.test(rest)) {
      const [known = ''] = KNOWN_ESCAPES.exec(rest) ?? /^\\[\s\S]?/u.exec(rest) ?? []
      this.take(known.length)
      // Without the flag u, these stand for themselves, and with it they are errors.
      return /^\\[^A-Za-z0-9^$\\.*+?()[\]{}|/-]$/u.test(known)
        ? known.slice(1)
        : isInClass || known !== '\\-'
          ? known
          : '-'
    }
    const text = rest.slice(0, 2)
    const letter = text.charAt(1)
    const known = ESCAPES[letter]
    const translated = isInClass ? known?.inClass : known?.ecma
    const meaning = known ? `means ${known.meaning}; here it` : 'is no escape of ECMA-262, so it'
    const sentence = `“${text}” ${meaning} stands for the letter “${letter}”.`
    if (translated === undefined) return this.lose(text, sentence)
    this.note(text, sentence)
    this.take(2)
    return translated
  }

  private code(text: string, code: number, meaning: string): string {
    if (code > 0x10ffff) return this.lose(text, `“${text}” is no character.`)
    this.note(text, `“${text}” means ${meaning}; ECMA-262 writes \\u{${code.toString(16)}}.`)
    this.take(text.length)
    return `\\u{${code.toString(16)}}`
  }

  private property(
    [text, letter = 'p', caret = '', braced, short = '']: RegExpExecArray,
    isInClass: boolean,
  ): string {
    const name = (braced ?? short).trim()
    const isNegated = (letter === 'P') !== (caret === '^')
    const ecma = `\\${isNegated ? 'P' : 'p'}`
    const java = JAVA[name.replace(/^Is(?=[A-Z])/, '')]
    const choices = [
      name,
      name.replaceAll(/[ _-]/g, '_'),
      name === 'L&' ? 'LC' : '',
      `Script=${name.replace(/^Is/, '')}`,
      name.replace(/^Is/, ''),
    ]
    const valid = choices.find((each) => each !== '' && isValid(`\\p{${each}}`))
    if (valid === name && braced !== undefined && caret === '') {
      this.take(text.length)
      return text
    }
    if (valid !== undefined) {
      this.note(text, `“${text}” is written ${ecma}{${valid}} in ECMA-262.`)
      this.take(text.length)
      return `${ecma}{${valid}}`
    }
    if (java === undefined || (isNegated && isInClass))
      return this.lose(text, `“${text}” names a set of characters that ECMA-262 does not have.`)
    this.note(text, `“${text}” names a set of characters in Java; ECMA-262 has no such name.`)
    this.take(text.length)
    return isInClass ? java : `[${isNegated ? '^' : ''}${java}]`
  }

  private lose(text: string, sentence: string): string {
    this.note(text, sentence)
    this.isLost = true
    return this.take(text.length)
  }

  private characterClass(): void {
    this.isAtStart = false
    const opening = this.take(this.rest.startsWith('[^') ? 2 : 1)
    let inside = ''
    const outer = /^:(\^?)([a-z]+):\]/.exec(this.rest)
    if (opening === '[' && outer && POSIX[outer[2] ?? '']) {
      const text = `[${outer[0]}`
      this.note(
        text,
        `“${text}” is a set of characters in POSIX, within another pair of brackets; here it is a list of letters.`,
      )
      this.take(outer[0].length)
      this.written += `[${outer[1] ?? ''}${POSIX[outer[2] ?? '']}]`
      return
    }
    if (/^\][^[\]]*\]/.test(this.rest)) {
      this.note(
        `${opening}]`,
        `A “]” right after “${opening}” is part of the set in POSIX, Python and PCRE, and ends it here.`,
      )
      this.take(1)
      inside += '\\]'
    }
    while (this.rest !== '' && !this.rest.startsWith(']')) {
      const posix = /^\[:(\^?)([a-z]+):\]/.exec(this.rest)
      const set = POSIX[posix?.[2] ?? '']
      if (posix && set !== undefined) {
        const [text, caret] = posix
        const sentence = `“${text}” is a set of characters in POSIX, PCRE, Ruby and Perl; here it is a list of letters.`
        if (caret) inside += this.lose(text, sentence)
        else {
          this.note(text, sentence)
          this.take(text.length)
          inside += set
        }
        continue
      }
      const [operator] = /^(?:&&\[?|-\[)/.exec(this.rest) ?? []
      if (operator && (operator !== '-[' || /^-\[[^\]]*\]\]/.test(this.rest))) {
        const meaning =
          operator === '-['
            ? 'takes characters out of a set in .NET and XML Schema'
            : 'is the intersection of sets in Java and Ruby'
        inside += this.lose(operator, `“${operator}” ${meaning}; here these are plain characters.`)
        continue
      }
      if (this.rest.startsWith('\\')) inside += this.escapedText(true)
      else inside += this.take(([...this.rest][0] ?? '').length)
    }
    this.written += opening + inside + this.take(1)
  }

  private group(): void {
    const { rest } = this
    const comment = /^\(\?#[^)]*\)/.exec(rest)
    if (comment) {
      this.note('(?#…)', '“(?#…)” is a comment in Python, PCRE and .NET, and an error here.')
      this.take(comment[0].length)
      return
    }
    const flags = FLAGS.exec(rest)
    if (flags && (flags[1] !== '' || flags[2]) && this.flags(flags)) return
    this.depth++
    this.isAtStart = true
    const python = /^\(\?P<(\w+)>|^\(\?'(\w+)'/.exec(rest)
    if (python) {
      const name = python[1] ?? python[2]
      this.note(
        python[0],
        `“${python[0]}” names a group in Python, PCRE and .NET; ECMA-262 writes (?<${name}>.`,
      )
      this.take(python[0].length)
      this.written += `(?<${name}>`
      return
    }
    if (rest.startsWith('(?>')) {
      this.note(
        '(?>',
        '“(?>…)” never gives back what it matched in Java, PCRE, Ruby and .NET; ECMA-262 has no such groups.',
      )
      this.take(3)
      this.written += '(?:'
      return
    }
    const [special] = /^\(\?(?:P=\w+|P>\w+|&\w+|R|[+-]?\d+|\|)|^\(\?\(|^\(\*[A-Z][^)]*\)/.exec(rest) ?? []
    if (special) {
      this.written += this.lose(
        special,
        `“${special}” is a reference, recursion, condition or command of PCRE, Python or Perl, which ECMA-262 does not have.`,
      )
      if (special.endsWith(')')) this.depth--
      return
    }
    const [opening = '('] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest) ?? []
    this.written += this.take(opening.length)
  }

  /** Returns false for flags that ECMA-262 has too. */
  private flags([text, on = '', off = '', end]: RegExpExecArray): boolean {
    const kept = [...new Set(on)].filter((flag) => 'ims'.includes(flag)).join('')
    const removed = [...new Set(off)].filter((flag) => 'ims'.includes(flag)).join('')
    const isPlain = kept.length === on.length && removed.length === off.length
    if (end === ':' && isPlain) return false
    this.note(
      text,
      `“${text}” sets flags in Python, PCRE, Java and .NET; ECMA-262 sets them only for a group, as in (?i:…), and only i, m and s.`,
    )
    if (end === ')' && !this.isAtStart) this.isLost = true
    if (on.includes('x')) this.isSpaced = true
    this.take(text.length)
    const group = kept || removed ? `(?${kept}${removed && `-${removed}`}:` : end === ':' ? '(?:' : ''
    this.written += group
    if (end === ':') this.depth++
    else if (group) this.flagGroups.push(this.depth)
    return true
  }
}
