import { FORMAT_EXAMPLES, FORMAT_SHAPES, hasAssertedFormat } from '../graph/schema-graph.ts'
import type { WorkBudget } from '../limits/work-budget.ts'
import { CHARACTERS, CHARACTERS_AND_ENDS, END, intersection, START } from '../regex/char-set.ts'
import type { Language, Languages } from '../regex/language.ts'
import { PatternReader, Unreadable } from '../regex/pattern-reader.ts'
import { isTrueOfText } from './accepts.ts'
import type { Literal } from './clause.ts'
import { type FindResult, firstFound } from './contradictions.ts'

const COMMON = ['', 'a', '0', 'A', ' ', '(', 'a b', 'abc', 'example', '/', '-1']
const MAX_TEXTS_TRIED = 40
// More excluded values are only checked afterwards, because each enlarges the automaton.
const MAX_EXCLUDED = 200

export function findText(literals: readonly Literal[], languages: Languages, budget: WorkBudget): FindResult {
  if (contradicts(literals)) return 'none'
  const excluded = new Set(literals.flatMap((each) => (each.kind === 'not-among' ? each.values : [])))
  const fits = (text: string) =>
    !excluded.has(text) && literals.every((each) => isTrueOfText(each, text) === true)
  const formats = literals.flatMap((each) => (each.kind === 'format' && each.isTrue ? [each.text] : []))
  const examples = formats.flatMap((each) => (hasAssertedFormat(each) ? FORMAT_EXAMPLES[each] : []))
  const simple = [...examples, ...COMMON].find(fits)
  if (simple !== undefined) return { found: simple }

  const size = lengthBounds(literals)
  const shapes = [
    ...literals.flatMap((each) => listShapes(each, languages)),
    ...(excluded.size > MAX_EXCLUDED ? [] : [...excluded]).flatMap((each) =>
      typeof each === 'string' ? [languages.not(languages.word(each))] : [],
    ),
  ]
  const shape = languages.and(...shapes)
  // Decided first without lengths, which add many states.
  if (isNothing(languages, shape, budget)) return 'none'
  const sized = languages.times(languages.set(CHARACTERS), size.min, size.max)
  let tried = 0
  for (const text of languages.members(languages.and(shape, sized), budget)) {
    if (fits(text)) return { found: text }
    if (++tried >= MAX_TEXTS_TRIED) return 'unknown'
  }
  return tried === 0 ? 'none' : 'unknown'
}

function contradicts(literals: readonly Literal[]): boolean {
  const { min, max } = lengthBounds(literals)
  if (min > max) return true
  return literals.some(
    (each) =>
      (each.kind === 'pattern' || each.kind === 'format') &&
      each.isTrue &&
      literals.some((other) => other.kind === each.kind && other.text === each.text && !other.isTrue),
  )
}

function lengthBounds(literals: readonly Literal[]): { min: number; max: number } {
  const sizes = literals.filter((each) => each.kind === 'size')
  return {
    min: Math.max(0, ...sizes.map(({ min }) => min)),
    max: Math.min(Infinity, ...sizes.map(({ max }) => max)),
  }
}

function listShapes(literal: Literal, languages: Languages): Language[] {
  if (literal.kind === 'pattern') {
    const language = parsePattern(languages, literal.text)
    return language ? [literal.isTrue ? language : languages.not(language)] : []
  }
  if (literal.kind === 'format' && literal.isTrue && hasAssertedFormat(literal.text)) {
    const shape = FORMAT_SHAPES[literal.text]
    const language = shape === undefined ? null : parsePattern(languages, shape)
    return language ? [language] : []
  }
  return []
}

function isNothing(languages: Languages, language: Language, budget: WorkBudget): boolean {
  return firstFound(languages.members(language, budget), (text): FindResult => ({ found: text })) === 'none'
}

/** Returns null for word boundaries, lookaround, backreferences and \p{…}. */
function parsePattern(languages: Languages, pattern: string): Language | null {
  const known = languages.patterns.get(pattern)
  if (known !== undefined) return known
  const language = readPattern(languages, pattern)
  languages.patterns.set(pattern, language)
  return language
}

function readPattern(languages: Languages, pattern: string): Language | null {
  try {
    new RegExp(pattern, 'u')
  } catch {
    try {
      new RegExp(pattern)
    } catch {
      return null
    }
  }
  try {
    const reader = new PatternReader(languages, pattern)
    return within(languages, reader.read())
  } catch (thrown) {
    if (thrown instanceof Unreadable || thrown instanceof RangeError) return null
    throw thrown
  }
}

function within(languages: Languages, matched: Language): Language {
  const anything = languages.times(languages.set(CHARACTERS_AND_ENDS), 0, Infinity)
  const somewhere = languages.sequence(anything, languages.sequence(matched, anything))
  return withoutEnds(languages, before(languages, languages.after(somewhere, START), END))
}

/** Mirrors `Languages.after`. */
function before(languages: Languages, language: Language, character: number): Language {
  switch (language.kind) {
    case 'then': {
      const last = languages.sequence(language.first, before(languages, language.next, character))
      return language.next.hasEmpty ? languages.or(last, before(languages, language.first, character)) : last
    }
    case 'or':
      return languages.or(...language.parts.map((each) => before(languages, each, character)))
    case 'times': {
      const fewer = languages.times(language.of, Math.max(language.min - 1, 0), language.max - 1)
      return languages.sequence(fewer, before(languages, language.of, character))
    }
    default:
      return languages.after(language, character)
  }
}

function withoutEnds(languages: Languages, language: Language): Language {
  switch (language.kind) {
    case 'set':
      return languages.set(
        language.set === CHARACTERS_AND_ENDS ? CHARACTERS : intersection(language.set, CHARACTERS),
      )
    case 'then':
      return languages.sequence(withoutEnds(languages, language.first), withoutEnds(languages, language.next))
    case 'or':
      return languages.or(...language.parts.map((each) => withoutEnds(languages, each)))
    case 'times':
      return languages.times(withoutEnds(languages, language.of), language.min, language.max)
    default:
      return language
  }
}
