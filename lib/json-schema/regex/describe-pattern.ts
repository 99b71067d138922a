/**
 * Puts a simple pattern into words: `^(auto|[a-z]{2})$` is “auto” or two lowercase letters. People who fill in a form, and
 * agents that read a refusal, need not know regular expressions.
 */

/** How the words follow "must" and what they say before a value is entered. */
export type PatternWords = { requirement: string; hint: string }

/** Returns undefined for a pattern that takes more than a line of words. */
export function describePattern(pattern: string): PatternWords | undefined {
  const words = new Describer(pattern).whole()
  if (!words || words.phrase.length > MAX_CHARS) return undefined
  const { phrase, isFromStart, isToEnd } = words
  if (isFromStart && isToEnd) return { requirement: `must be ${phrase}`, hint: `${capital(phrase)}.` }
  const verb = isFromStart ? 'start with' : isToEnd ? 'end with' : 'contain'
  return { requirement: `must ${verb} ${phrase}`, hint: `Must ${verb} ${phrase}.` }
}

const MAX_CHARS = 120
const MAX_PARTS = 7
const MAX_CHOICES = 8

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Words = { phrase: string; isFromStart: boolean; isToEnd: boolean }

/** Text that is written as it is, or the words for a set of characters or a group. */
type Part = { text: string } | { words: string; isGroup?: boolean; isOptional?: true }

/** What comes before the words of a pattern that may match nothing at all. */
const EMPTY_OR = 'empty, or '

class TooComplicated extends Error {}

class Describer {
  private rest: string

  constructor(pattern: string) {
    this.rest = pattern
  }

  whole(): Words | undefined {
    try {
      const isFromStart = this.take('^')
      const phrase = this.choices()
      // Anchors within alternatives bind only those.
      const isToEnd = this.take('$')
      if (this.rest !== '' || phrase === '') return undefined
      // Every text contains, starts and ends with nothing.
      if (phrase.startsWith(EMPTY_OR) && !(isFromStart && isToEnd)) return undefined
      return { phrase, isFromStart, isToEnd }
    } catch (thrown) {
      if (thrown instanceof TooComplicated) return undefined
      throw thrown
    }
  }

  private take(text: string): boolean {
    if (!this.rest.startsWith(text)) return false
    this.rest = this.rest.slice(text.length)
    return true
  }

  private match(form: RegExp): RegExpExecArray | undefined {
    const found = form.exec(this.rest) ?? undefined
    if (found) this.rest = this.rest.slice(found[0].length)
    return found
  }

  private choices(isGroup = false): string {
    const choices = [this.sequence(isGroup)]
    while (this.rest.startsWith('|')) {
      // At the top, `^a|b$` means "starts with a, or ends with b".
      if (!isGroup) throw new TooComplicated()
      this.take('|')
      choices.push(this.sequence(isGroup))
    }
    if (choices.length > MAX_CHOICES) throw new TooComplicated()
    const some = choices.filter((each) => each !== '')
    if (some.length === 0 && isGroup) throw new TooComplicated()
    const list = some.length < 2 ? some.join('') : `${some.slice(0, -1).join(', ')} or ${some.at(-1)}`
    return some.length < choices.length && isGroup ? `${list} or nothing` : list
  }

  private sequence(isGroup: boolean): string {
    const parts: Part[] = []
    while (this.rest !== '' && !/^(?:[|)]|\$$)/.test(this.rest)) {
      const next = this.part()
      const last = parts.at(-1)
      if (last && 'text' in last && 'text' in next) parts[parts.length - 1] = { text: last.text + next.text }
      else parts.push(next)
    }
    if (parts.length > MAX_PARTS) throw new TooComplicated()
    const isAlone = parts.length === 1
    const words = parts.map((part) => {
      if ('text' in part) return `“${part.text}”`
      if (!part.isOptional) return part.isGroup && !isAlone ? `(${part.words})` : part.words
      if (isAlone && !isGroup) return `${EMPTY_OR}${part.words}`
      return part.isGroup ? `(${part.words}, optional)` : `${part.words} (optional)`
    })
    return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
  }

  private part(): Part {
    const set = this.set()
    if (set) return countedPart(set, this.times())
    if (this.match(/^\((?:\?:|\?<\w+>)?(?!\?)/)) {
      const inside = this.choices(true)
      if (!this.take(')')) throw new TooComplicated()
      const times = this.times()
      const isGroup = / or |, | and /.test(inside)
      if (times.min === 1 && times.max === 1) return { words: inside, ...(isGroup && { isGroup }) }
      if (times.min === 0 && times.max === 1) return { words: inside, isGroup, isOptional: true }
      return { words: `${isGroup ? `(${inside})` : inside}, ${repeats(times)}` }
    }
    const [, escaped, plain] = this.match(/^(?:\\([^A-Za-z0-9])|([^\\^$.*+?()[\]{}|]))/u) ?? []
    const text = escaped ?? plain
    if (text === undefined) throw new TooComplicated()
    const times = this.times()
    if (times.min === 1 && times.max === 1) return { text }
    if (times.min === 0 && times.max === 1) return { words: `“${text}”`, isOptional: true }
    return { words: `“${text}”, ${repeats(times)}` }
  }

  private set(): SetWords | undefined {
    if (this.match(/^\\d/)) return { one: 'digit', many: 'digits' }
    if (this.match(/^\\w/)) return describeSet(['letter', 'digit', '“_”'])
    if (this.match(/^\\S/)) return { one: 'character that is not a space', many: 'characters without spaces' }
    if (this.match(/^\\s/)) return { one: 'space', many: 'spaces' }
    if (this.match(/^\\p\{(?:L|Letter)\}/)) return { one: 'letter', many: 'letters' }
    if (this.match(/^\\p\{(?:N|Nd|Number)\}/)) return { one: 'digit', many: 'digits' }
    if (this.match(/^\./)) return { one: 'character', many: 'characters' }
    const [found, negation = '', inside = ''] = this.match(/^\[(\^?)((?:\\[\s\S]|[^\]\\])+)\]/u) ?? []
    if (found === undefined) return undefined
    const members = listMembers(inside)
    if (negation === '') return describeSet(members)
    const excluded = members.map((each) => PLURALS[each] ?? each).join(' or ')
    return { one: `character except ${excluded}`, many: `characters except ${excluded}` }
  }

  private times(): Times {
    const [found, sign, from = '', comma, to = ''] = this.match(/^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/) ?? []
    if (found === undefined) return { min: 1, max: 1 }
    if (sign) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    const min = Number(from)
    return { min, max: comma ? (to ? Number(to) : Number.POSITIVE_INFINITY) : min }
  }
}

type Times = { min: number; max: number }
type SetWords = { one: string; many: string }

// biome-ignore format: table
const RANGES: Record<string, string | undefined> = {
  'a-z': 'lowercase letter', 'A-Z': 'capital letter', '0-9': 'digit', '\\d': 'digit', '\\w': 'letter, digit or “_”', 'a-f': 'a-f', 'A-F': 'A-F',
  '\\s': 'space', '\\p{L}': 'letter', '\\p{Letter}': 'letter', '\\p{N}': 'digit', '\\p{Nd}': 'digit', '\\p{Lu}': 'capital letter', '\\p{Ll}': 'lowercase letter',
}

const PLURALS: Record<string, string | undefined> = {
  'lowercase letter': 'lowercase letters',
  'capital letter': 'capital letters',
  letter: 'letters',
  digit: 'digits',
  space: 'spaces',
  'hexadecimal digit': 'hexadecimal digits',
  'letter, digit or “_”': 'letters, digits or “_”',
}

function listMembers(inside: string): string[] {
  const members: string[] = []
  let rest = inside
  while (rest !== '') {
    const [member = ''] = /^(?:\\p\{\w+\}|\\?[\s\S]-\\?[\s\S]|\\[\s\S]|[\s\S])/u.exec(rest) ?? []
    rest = rest.slice(member.length)
    const known = RANGES[member]
    const isRange = /^[^\\]-[^\\]$/u.test(member)
    if (known === undefined && !isRange && /^\\[A-Za-z0-9]/.test(member)) throw new TooComplicated()
    members.push(
      known ?? (isRange ? `“${member.charAt(0)}” to “${member.slice(2)}”` : `“${member.replace(/^\\/, '')}”`),
    )
  }
  return merged(members)
}

function merged(members: readonly string[]): string[] {
  let list = [...new Set(members)]
  const has = (...all: string[]) => all.every((each) => list.includes(each))
  const replace = (all: string[], by: string) => {
    list = [by, ...list.filter((each) => !all.includes(each))]
  }
  if (has('digit', 'a-f') || has('digit', 'A-F')) replace(['digit', 'a-f', 'A-F'], 'hexadecimal digit')
  if (has('lowercase letter', 'capital letter')) replace(['lowercase letter', 'capital letter'], 'letter')
  return list.map((each) =>
    each === 'a-f' || each === 'A-F' ? `“${each.charAt(0)}” to “${each.charAt(2)}”` : each,
  )
}

function describeSet(members: readonly string[]): SetWords {
  const list = (each: (member: string) => string) => {
    const words = members.map(each)
    return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  }
  return { one: list((each) => each), many: list((each) => PLURALS[each] ?? each) }
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function figure(count: number): string {
  return NUMBERS[count] ?? String(count)
}

function countedPart(set: SetWords, { min, max }: Times): Part {
  if (min !== 0 || max !== 1) return { words: counted(set, { min, max }) }
  return { words: counted(set, { min: 1, max: 1 }), isOptional: true }
}

function counted({ one, many }: SetWords, { min, max }: Times): string {
  if (max === 0) throw new TooComplicated()
  if (min === 1 && max === 1) return one.startsWith('“') ? one : `one ${one}`
  if (max === Number.POSITIVE_INFINITY)
    return min === 0 ? `any number of ${many}` : `${figure(min)} or more ${many}`
  if (min === max) return `${figure(min)} ${many}`
  return max === min + 1 && min > 0 ? `${figure(min)} or ${figure(max)} ${many}` : `${min} to ${max} ${many}`
}

function repeats({ min, max }: Times): string {
  if (max === Number.POSITIVE_INFINITY)
    return min === 0 ? 'any number of times' : `${figure(min)} or more times`
  return min === max ? `${figure(min)} times` : `${min} to ${max} times`
}

type Examples = { examples?: unknown; default?: unknown }

const MAX_EXAMPLE_CHARS = 60

/** Returns the requirement for a fault. Programs get the expression itself in the fault's parameters. */
export function patternRequirement(
  pattern: string,
  schema: Examples,
  isMatch: (text: string) => boolean,
): string {
  const isShown = (each: unknown): each is string => isShort(each) && isMatch(each)
  const example = (Array.isArray(schema.examples) ? schema.examples : []).find(isShown)
  // An example cannot stand for the other alternatives, and a default is often a special value.
  if (example !== undefined && !pattern.includes('|')) return `must have the form of “${example}”`
  const words = describePattern(pattern)
  const shown = example ?? (words || !isShown(schema.default) ? undefined : schema.default)
  return `${words?.requirement ?? `must match ${pattern}`}${shown === undefined ? '' : `, such as “${shown}”`}`
}

/** Returns the sentence that a form shows before a value is entered. The examples match, or the contract is refused. */
export function patternHint(pattern: string, schema: Examples): string {
  const example = (Array.isArray(schema.examples) ? schema.examples : []).find(isShort)
  if (example !== undefined && !pattern.includes('|')) return `In the form of “${example}”.`
  const hint = describePattern(pattern)?.hint ?? (pattern.length <= MAX_CHARS ? `Must match ${pattern}.` : '')
  return example === undefined ? hint : `${hint} Such as “${example}”.`.trim()
}

function isShort(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= MAX_EXAMPLE_CHARS &&
    !value.includes('\n')
  )
}
