/** Lint: what has to be there. Ground. Source: "Skill Input/Output Contract Design" 31.1; "Tool Input/Output Schema Conventions" 1.1. */
import type { Operation } from '../../json/json-patch.ts'
import type { Advice, LintRule } from '../finding.ts'
import type { SchemaView } from '../linted-skill.ts'
import { topOf } from '../linted-skill.ts'
import type { FieldView, ObjectPart } from '../object-part.ts'

// The design chapter's own poor example asks for six.
const MANY_REQUIRED = 5

export const minimalRequired: LintRule = {
  id: 'minimal-required',
  title: 'Ask only for what the skill cannot do without',
  why: 'Each required field is one more thing a person has to type and an agent can get wrong.',
  source: 'Skill Input/Output Contract Design 31.1, principle 1',
  check({ input }) {
    const withDefault = input.parts.flatMap((part) =>
      part.fields
        .filter(({ isRequired, schema }) => isRequired && Object.hasOwn(schema, 'default'))
        .map(
          (field): Advice => ({
            pointer: field.pointer,
            sentence: `“${field.name}” is required although it has a default: the default is never used.`,
            fix: { title: 'Make it optional', edits: [madeOptional(field, part)] },
          }),
        ),
    )
    return [...withDefault, ...tooMany(topOf(input))]
  },
}

export function madeOptional(
  { name, pointer }: FieldView,
  { notation, schema, pointer: at }: ObjectPart,
): Operation {
  if (notation === 'map') return { op: 'remove', path: `${pointer}/required` }
  const names = Array.isArray(schema.required) ? schema.required : []
  return { op: 'replace', path: `${at}/required`, value: names.filter((each) => each !== name) }
}

function tooMany(top: ObjectPart | undefined): Advice[] {
  const required =
    top?.fields.filter((field) => field.isRequired && !Object.hasOwn(field.schema, 'default')) ?? []
  if (!top || required.length < MANY_REQUIRED) return []
  return [
    {
      pointer: top.notation === 'map' ? top.pointer : `${top.pointer}/required`,
      sentence: `${required.length} fields are required: which of them could have a default?`,
      judgement: 'Only you know what the skill can do without.',
    },
  ]
}

export const explicitRequired: LintRule = {
  id: 'explicit-required',
  title: 'Say which fields are required, even when none is',
  why: 'Where “required” is missing, nobody can tell whether nothing is required or it was forgotten.',
  source: 'Tool Input/Output Schema Conventions 1.1',
  check: ({ input, output }) => [...unsaid(input), ...unsaid(output)],
}

function unsaid({ parts, side }: SchemaView): Advice[] {
  const silent = parts.filter(
    ({ notation, schema, fields, isComposed }) =>
      notation === 'schema' && !isComposed && fields.length > 0 && !Object.hasOwn(schema, 'required'),
  )
  return silent.map(({ pointer }): Advice => {
    if (side === 'input') {
      const edits: Operation[] = [{ op: 'add', path: `${pointer}/required`, value: [] }]
      return {
        pointer,
        sentence: 'It does not say which of its fields are required.',
        fix: { title: 'Say that none is', edits },
      }
    }
    return {
      pointer,
      sentence: 'It does not say which of its fields are always there.',
      judgement: 'List those that your code returns every time: callers may then rely on them.',
    }
  })
}
