/** Lint: descriptions that say format, example and limits. Ground. Source: "Skill Input/Output Contract Design" 31.1, principle 3. */
import type { Advice, Fix, LintRule } from '../finding.ts'
import { addKeyword, descriptionOf, isListed, isOfType, shown } from '../keywords.ts'
import { knownValues } from '../known-values.ts'
import type { LintedSkill } from '../linted-skill.ts'
import type { FieldView, ObjectPart } from '../object-part.ts'
import { choicesIn } from '../prose-choices.ts'

export const described: LintRule = {
  id: 'described',
  title: 'Describe every parameter',
  why: 'The description is all that a model, and most people, know about what to put in.',
  source: 'Skill Input/Output Contract Design 31.1, principle 3',
  check: ({ input }) =>
    input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap(({ fields }) => fields.filter(isSilent))
      .map(({ name, pointer, schema }) => ({
        pointer,
        sentence:
          typeof schema.description === 'string' && schema.description.trim() !== ''
            ? `The description of “${name}” only repeats its name.`
            : `“${name}” has no description.`,
        judgement: 'Say what it means, in which form it is written, and give an example.',
      })),
}

function isSilent(field: FieldView): boolean {
  // What it refers to speaks for it.
  if (Object.hasOwn(field.schema, '$ref')) return false
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const text = letters(descriptionOf(field).replace(/^(the|an?|your)\s+/i, ''))
  return text === '' || text === letters(field.name)
}

const TELLS_FORM =
  /\b(format(?:ted)?|ISO[ -]?\d+|RFC ?\d+|YYYY|HH:MM|regex|regular expression|comma[- ]separated|pattern)\b/i
const HAS_EXAMPLE = /\b(?:e\.?g\b|eg:|examples?|such as|for instance|like)\b|["'`“‘][^"'`”’]+["'`”’]/i
// Longer ones are no help in a line of text.
const LONGEST_EXAMPLE = 80

export const shownFormat: LintRule = {
  id: 'shown-format',
  title: 'Show an example of a format',
  why: 'People and models copy an example; a pattern or the name of a standard they have to work out.',
  source: 'Skill Input/Output Contract Design 31.1, principle 3',
  check: (skill) =>
    skill.input.parts
      .filter(({ isComposed }) => !isComposed)
      .flatMap((part) => part.fields.filter(lacksExample).map((field) => withExample(skill, part, field))),
}

function lacksExample(field: FieldView): boolean {
  const { schema } = field
  if (!isOfType(field, 'string') || isListed(field) || schema.writeOnly === true) return false
  const description = descriptionOf(field)
  if (choicesIn(description, field.name)) return false
  const hasForm = Object.hasOwn(schema, 'pattern') || TELLS_FORM.test(description)
  const hasExample =
    Object.hasOwn(schema, 'examples') || Object.hasOwn(schema, 'default') || HAS_EXAMPLE.test(description)
  return hasForm && !hasExample
}

function withExample(skill: LintedSkill, part: ObjectPart, field: FieldView): Advice {
  const { name, pointer } = field
  const sentence = `“${name}” has to be written in a certain form, and shows no example of it.`
  const values = knownValues(skill, skill.input, field.places).map(({ value }) => value)
  const example = values.find(
    (value) => typeof value === 'string' && value !== '' && value.length <= LONGEST_EXAMPLE,
  )
  if (typeof example !== 'string') {
    return { pointer, sentence, judgement: 'Add one to “examples”, or to the description.' }
  }
  return { pointer, sentence, fix: exampleFix(part, field, example) }
}

function exampleFix(part: ObjectPart, field: FieldView, example: string): Fix {
  const title = `Show ${shown(example)}`
  if (part.notation === 'schema') {
    return { title, edits: [addKeyword(field, part, 'examples', [example])] }
  }
  // A field map has no word for examples.
  const description = descriptionOf(field)
  const text = `${description}${description === '' || /[.!?]$/.test(description) ? '' : '.'} Example: ${example}`
  return { title, edits: [addKeyword(field, part, 'description', text.trim())] }
}
