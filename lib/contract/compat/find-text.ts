/** A text of which some statements are true. Ground. */

import { isTrueOfText } from './accepts.ts'
import { type Answer, firstOf } from './answer.ts'
import { FORMAT_EXAMPLES, FORMAT_SHAPES, hasAssertedFormat } from './asserted-format.ts'
import { CHARACTERS } from './char-set.ts'
import type { Literal } from './clause.ts'
import type { Effort } from './effort-budget.ts'
import type { Language, Languages } from './language.ts'
import { parsePattern } from './parse-pattern.ts'

const COMMON = ['', 'a', '0', 'A', ' ', '(', 'a b', 'abc', 'example', '/', '-1']
const MOST_TRIED = 40
// Of a longer list its words are only tried, not spelled out.
const MOST_LEFT_OUT = 200

export function findText(literals: readonly Literal[], languages: Languages, effort: Effort): Answer {
  if (contradicts(literals)) return 'none'
  const excluded = new Set(literals.flatMap((each) => (each.is === 'not-among' ? each.values : [])))
  const fits = (text: string) =>
    !excluded.has(text) && literals.every((each) => isTrueOfText(each, text) === true)
  const formats = literals.flatMap((each) => (each.is === 'format' && each.holds ? [each.text] : []))
  const examples = formats.flatMap((each) => (hasAssertedFormat(each) ? FORMAT_EXAMPLES[each] : []))
  const simple = [...examples, ...COMMON].find(fits)
  if (simple !== undefined) return { found: simple }

  const size = sizeOf(literals)
  const shapes = [
    ...literals.flatMap((each) => shapesOf(each, languages)),
    ...(excluded.size > MOST_LEFT_OUT ? [] : [...excluded]).flatMap((each) =>
      typeof each === 'string' ? [languages.not(languages.word(each))] : [],
    ),
  ]
  const shape = languages.and(...shapes)
  // Lengths make many states; often the patterns alone cannot be met.
  if (isNothing(languages, shape, effort)) return 'none'
  const sized = languages.times(languages.set(CHARACTERS), size.least, size.most)
  let tried = 0
  for (const text of languages.members(languages.and(shape, sized), effort)) {
    if (fits(text)) return { found: text }
    if (++tried >= MOST_TRIED) return 'unknown'
  }
  return tried === 0 ? 'none' : 'unknown'
}

function contradicts(literals: readonly Literal[]): boolean {
  const { least, most } = sizeOf(literals)
  if (least > most) return true
  return literals.some(
    (each) =>
      (each.is === 'pattern' || each.is === 'format') &&
      each.holds &&
      literals.some((other) => other.is === each.is && other.text === each.text && !other.holds),
  )
}

function sizeOf(literals: readonly Literal[]): { least: number; most: number } {
  const sizes = literals.filter((each) => each.is === 'size')
  return {
    least: Math.max(0, ...sizes.map(({ least }) => least)),
    most: Math.min(Infinity, ...sizes.map(({ most }) => most)),
  }
}

/** What is surely true of the text, as languages; what cannot be said is left out and only checked. */
function shapesOf(literal: Literal, languages: Languages): Language[] {
  if (literal.is === 'pattern') {
    const language = parsePattern(languages, literal.text)
    return language ? [literal.holds ? language : languages.not(language)] : []
  }
  if (literal.is === 'format' && literal.holds && hasAssertedFormat(literal.text)) {
    const shape = FORMAT_SHAPES[literal.text]
    const language = shape === undefined ? null : parsePattern(languages, shape)
    return language ? [language] : []
  }
  return []
}

function isNothing(languages: Languages, language: Language, effort: Effort): boolean {
  return firstOf(languages.members(language, effort), (text): Answer => ({ found: text })) === 'none'
}
