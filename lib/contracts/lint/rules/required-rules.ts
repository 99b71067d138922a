import type { Operation } from '../../../kernel/json/json-patch.ts'
import { type LintAdvice, type LintRule, type SchemaView, topPartOf } from '../model/linted-skill.ts'
import type { FieldView, ObjectPart } from '../model/object-part.ts'

const MANY_REQUIRED = 5

export const minimalRequired: LintRule = {
  id: 'minimal-required',
  title: 'Require only what the skill cannot work without',
  reason: 'Each required field is one more thing a person has to type and an agent can get wrong.',
  source: 'Skill Input/Output Contract Design 31.1, principle 1',
  check({ input }) {
    const withDefault = input.parts.flatMap((part) =>
      part.fields
        .filter(({ isRequired, schema }) => isRequired && Object.hasOwn(schema, 'default'))
        .map(
          (field): LintAdvice => ({
            pointer: field.pointer,
            sentence: `“${field.name}” is required, so its default is never used.`,
            fix: { title: 'Make it optional', edits: [makeOptional(field, part)] },
          }),
        ),
    )
    return [...withDefault, ...tooMany(topPartOf(input))]
  },
}

export function makeOptional(
  { name, pointer }: FieldView,
  { notation, schema, pointer: at }: ObjectPart,
): Operation {
  if (notation === 'map') return { op: 'remove', path: `${pointer}/required` }
  const names = Array.isArray(schema.required) ? schema.required : []
  return { op: 'replace', path: `${at}/required`, value: names.filter((each) => each !== name) }
}

function tooMany(top: ObjectPart | undefined): LintAdvice[] {
  const required =
    top?.fields.filter((field) => field.isRequired && !Object.hasOwn(field.schema, 'default')) ?? []
  if (!top || required.length < MANY_REQUIRED) return []
  return [
    {
      pointer: top.notation === 'map' ? top.pointer : `${top.pointer}/required`,
      sentence: `${required.length} fields are required. Which of them could have a default?`,
      judgement: 'Only you know what the skill can work without.',
    },
  ]
}

export const explicitRequired: LintRule = {
  id: 'explicit-required',
  title: 'List the required fields, even if there are none',
  reason: 'Without “required”, it is unclear whether nothing is required or the list was forgotten.',
  source: 'Tool Input/Output Schema Conventions 1.1',
  check: ({ input, output }) => [
    ...adviseUnstatedRequired(input),
    ...adviseUnstatedRequired(output),
    ...promisesNothing(output),
  ],
}

/** Every field of a field map is optional unless it is marked, so {} would satisfy it. */
function promisesNothing(output: SchemaView): LintAdvice[] {
  const top = topPartOf(output)
  if (top?.notation !== 'map' || top.fields.length === 0 || top.fields.some(({ isRequired }) => isRequired))
    return []
  return [
    {
      pointer: top.pointer,
      sentence:
        'No field is marked as required, so the skill promises nothing, and an empty result is charged.',
      judgement: 'Add "required": true to the fields that your code always returns.',
    },
  ]
}

function adviseUnstatedRequired({ parts, side }: SchemaView): LintAdvice[] {
  const silent = parts.filter(
    ({ notation, schema, fields, isComposed }) =>
      notation === 'schema' && !isComposed && fields.length > 0 && !Object.hasOwn(schema, 'required'),
  )
  return silent.map(({ pointer }): LintAdvice => {
    if (side === 'input') {
      const edits: Operation[] = [{ op: 'add', path: `${pointer}/required`, value: [] }]
      return {
        pointer,
        sentence: 'It does not list its required fields.',
        fix: { title: 'Declare that none are required', edits },
      }
    }
    return {
      pointer,
      sentence: 'It does not list the fields that are always returned.',
      judgement: 'List the fields that your code always returns, so that callers can rely on them.',
    }
  })
}
