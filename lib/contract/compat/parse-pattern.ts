/**
 * An ECMAScript pattern as the language of the texts it matches.
 *
 * Ground. JSON Schema's patterns match anywhere, so a text belongs when some part of it fits. `^` and `$` are read
 * as two characters that stand before and after every text, and taken away again when the language is known. What
 * languages cannot say (word boundaries, looking around, back-references) and what would need a table of all
 * characters (\p{…}) makes it null. Source: ECMA-262 §22.2.1 with Annex B.
 */
import { CHARACTERS, CHARACTERS_AND_ENDS, END, intersection, START } from './char-set.ts'
import type { Language, Languages } from './language.ts'
import { PatternReader, Unreadable } from './pattern-reader.ts'

/** Null when there is no such language, or none that can be had. */
export function parsePattern(languages: Languages, pattern: string): Language | null {
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

/** From what matches somewhere in "start, text, end" to the texts. */
function within(languages: Languages, matched: Language): Language {
  const anything = languages.times(languages.set(CHARACTERS_AND_ENDS), 0, Infinity)
  const somewhere = languages.sequence(anything, languages.sequence(matched, anything))
  return withoutEnds(languages, before(languages, languages.after(somewhere, START), END))
}

/** What may stand before `character` at the end of a text of `language`; the mirror of `Languages.after`. */
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
