/** Lint: numbers with a smallest and a largest. Ground. Source: "Skill Input/Output Contract Design" 31.1, principle 2. */
import type { Advice, LintRule } from '../finding.ts'
import { addKeyword, descriptionOf, isListed, isOfType, saidBy } from '../keywords.ts'
import { knownValues } from '../known-values.ts'
import type { LintedSkill } from '../linted-skill.ts'
import { type Bounds, boundsIn, naturalBounds } from '../number-bounds.ts'
import type { FieldView, ObjectPart } from '../object-part.ts'

export const numericBounds: LintRule = {
  id: 'numeric-bounds',
  title: 'Give numbers a smallest and a largest value',
  why: 'Without a range a slip of a few zeros is executed instead of refused, and models guess at what is sensible.',
  source: 'Skill Input/Output Contract Design 31.1, principle 2',
  check: (skill) =>
    skill.input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap((part) =>
        part.fields
          .filter((field) => isOfType(field, 'integer', 'number') && !isListed(field))
          .flatMap((field) => adviceOn(skill, part, field)),
      ),
}

const SIDES = [
  { keyword: 'minimum', exclusive: 'exclusiveMinimum', word: 'smallest' },
  { keyword: 'maximum', exclusive: 'exclusiveMaximum', word: 'largest' },
] as const

function adviceOn(skill: LintedSkill, part: ObjectPart, field: FieldView): Advice[] {
  const lacking = SIDES.filter(
    ({ keyword, exclusive }) =>
      saidBy(field, part, keyword) === undefined && saidBy(field, part, exclusive) === undefined,
  )
  if (lacking.length === 0) return []
  const { name, pointer } = field
  const sentence = `“${name}” has no ${lacking.map(({ word }) => word).join(' and no ')} value.`
  const known = { ...naturalBounds(name), ...boundsIn(descriptionOf(field)) }
  const isKnown = lacking.every(({ keyword }) => known[keyword] !== undefined)
  if (!isKnown || !isFitting(skill, part, field, known)) {
    return [{ pointer, sentence, judgement: 'Only you know which numbers make sense.' }]
  }
  const edits = lacking.map(({ keyword }) => addKeyword(field, part, keyword, known[keyword] as number))
  const title = lacking.map(({ keyword }) => `${keyword} ${known[keyword]}`).join(', ')
  return [{ pointer, sentence, fix: { title: `Set ${title}`, edits } }]
}

/** The bounds are in order, with those that are there already, and no example or default lies outside. */
function isFitting(skill: LintedSkill, part: ObjectPart, field: FieldView, known: Bounds): boolean {
  const said = (keyword: string) => {
    const value = saidBy(field, part, keyword)
    return typeof value === 'number' ? value : undefined
  }
  const low = said('minimum') ?? said('exclusiveMinimum') ?? known.minimum ?? Number.NEGATIVE_INFINITY
  const high = said('maximum') ?? said('exclusiveMaximum') ?? known.maximum ?? Number.POSITIVE_INFINITY
  const values = knownValues(skill, skill.input, field.places)
  return (
    low < high && values.every(({ value }) => typeof value !== 'number' || (value >= low && value <= high))
  )
}
