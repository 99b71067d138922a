import { knownValues } from '../model/known-values.ts'
import type { LintAdvice, LintedSkill, LintRule } from '../model/linted-skill.ts'
import {
  addKeyword,
  type FieldView,
  findDescription,
  hasEnum,
  isOfType,
  keywordValue,
  type ObjectPart,
} from '../model/object-part.ts'

export const numericBounds: LintRule = {
  id: 'numeric-bounds',
  title: 'Give numbers a minimum and a maximum',
  reason:
    'Without a range, a typo with a few extra zeros is executed instead of refused, and models have to guess sensible values.',
  source: 'Skill Input/Output Contract Design 31.1, principle 2',
  check: (skill) =>
    skill.input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap((part) =>
        part.fields
          .filter((field) => isOfType(field, 'integer', 'number') && !hasEnum(field))
          .flatMap((field) => adviceOn(skill, part, field)),
      ),
}

const SIDES = [
  { keyword: 'minimum', exclusive: 'exclusiveMinimum', word: 'minimum' },
  { keyword: 'maximum', exclusive: 'exclusiveMaximum', word: 'maximum' },
] as const

function adviceOn(skill: LintedSkill, part: ObjectPart, field: FieldView): LintAdvice[] {
  const lacking = SIDES.filter(
    ({ keyword, exclusive }) =>
      keywordValue(field, part, keyword) === undefined && keywordValue(field, part, exclusive) === undefined,
  )
  if (lacking.length === 0) return []
  const { name, pointer } = field
  const sentence = `“${name}” has no ${lacking.map(({ word }) => word).join(' or ')}.`
  const known = { ...naturalBounds(name), ...boundsIn(findDescription(field)) }
  const isKnown = lacking.every(({ keyword }) => known[keyword] !== undefined)
  if (!isKnown || !isFitting(skill, part, field, known)) {
    return [{ pointer, sentence, judgement: 'Only you know which numbers make sense.' }]
  }
  const edits = lacking.map(({ keyword }) => addKeyword(field, part, keyword, known[keyword] as number))
  const title = lacking.map(({ keyword }) => `${keyword} ${known[keyword]}`).join(', ')
  return [{ pointer, sentence, fix: { title: `Set ${title}`, edits } }]
}

type NumberBounds = { minimum?: number; maximum?: number }

/** The bounds are consistent, and fit all examples and defaults. */
function isFitting(skill: LintedSkill, part: ObjectPart, field: FieldView, known: NumberBounds): boolean {
  const numericKeyword = (keyword: string) => {
    const value = keywordValue(field, part, keyword)
    return typeof value === 'number' ? value : undefined
  }
  const low =
    numericKeyword('minimum') ??
    numericKeyword('exclusiveMinimum') ??
    known.minimum ??
    Number.NEGATIVE_INFINITY
  const high =
    numericKeyword('maximum') ??
    numericKeyword('exclusiveMaximum') ??
    known.maximum ??
    Number.POSITIVE_INFINITY
  const values = knownValues(skill, skill.input, field.dataPaths)
  return (
    low < high && values.every(({ value }) => typeof value !== 'number' || (value >= low && value <= high))
  )
}

const N = '(-?\\d[\\d,]*(?:\\.\\d+)?)'
const BOTH = [
  new RegExp(`\\b(?:between|from)\\s+${N}\\s+(?:and|to)\\s+${N}(?![\\w%]*\\d)`, 'i'),
  new RegExp(`\\(\\s*${N}\\s*(?:-|–|to|\\.\\.)\\s*${N}\\s*\\)`, 'i'),
  new RegExp(`\\b(?:range|valid|allowed)\\b[^.\\d-]{0,20}${N}\\s*(?:-|–|to|\\.\\.)\\s*${N}`, 'i'),
]
const LEAST = new RegExp(
  `\\b(?:at least|minimum(?: of| is|:)?|min(?:\\.|:)?|no less than|not less than)\\s*${N}`,
  'i',
)
const MAXIMUM_PATTERN = new RegExp(
  `\\b(?:at most|maximum(?: of| is|:)?|max(?:\\.|:)?|up to|no more than|not more than)\\s*${N}`,
  'i',
)

function boundsIn(description: string): NumberBounds {
  for (const pattern of BOTH) {
    const [, low, high] = pattern.exec(description) ?? []
    if (low === undefined || high === undefined) continue
    const [minimum, maximum] = [parseCount(low), parseCount(high)]
    if (minimum < maximum) return { minimum, maximum }
  }
  const [least, most] = [LEAST.exec(description)?.[1], MAXIMUM_PATTERN.exec(description)?.[1]]
  return {
    ...(least !== undefined && { minimum: parseCount(least) }),
    ...(most !== undefined && { maximum: parseCount(most) }),
  }
}

// biome-ignore format: table
const NATURAL: [name: RegExp, minimum: number, maximum: number][] = [
  [/^(lat|latitude)$/i,          -90, 90],
  [/^(lon|lng|long|longitude)$/i, -180, 180],
  [/^month$/i,                     1, 12],
  [/^day_?of_?month$/i,            1, 31],
  [/^hour$/i,                      0, 23],
  [/^minute$/i,                    0, 59],
  [/^second$/i,                    0, 59],
  [/^(http_?)?port$/i,             1, 65_535],
]

function naturalBounds(name: string): NumberBounds | undefined {
  const [, minimum, maximum] = NATURAL.find(([pattern]) => pattern.test(name)) ?? []
  return minimum === undefined ? undefined : { minimum, maximum }
}

function parseCount(text: string): number {
  return Number(text.replaceAll(',', ''))
}
