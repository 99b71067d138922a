import type { Difference } from '../../json-schema/compare/difference.ts'
import { ALL_TYPES } from '../../json-schema/compare/plain-schema.ts'
import type { Direction } from '../../json-schema/inclusion/inclusion.ts'
import type { Json } from '../../kernel/json/json.ts'
import { capitalise } from '../../kernel/text/format.ts'

export type SentenceSubject = {
  role: Direction
  /** The name of the skill; undefined where the context names it. */
  skill?: string
}

/** Returns a sentence about a difference that a publisher understands, such as “city” in the input is now required. */
export function differenceSentence(difference: Difference, { role, skill }: SentenceSubject): string {
  const { kind, field, keyword, before, after, more, less } = difference
  const whole = skill === undefined ? `the ${role}` : `the ${role} of “${skill}”`
  const subject = field === '' ? capitalise(whole) : `“${field}” in ${whole}`
  switch (kind) {
    case 'added':
      return `New ${describeAddedField(difference, role)} “${field}” in ${whole}.`
    case 'removed':
      return `“${field}” was removed from ${whole}.`
    case 'made-required':
      return role === 'input' ? `${subject} is now required.` : `${subject} is now always returned.`
    case 'made-optional':
      return role === 'input' ? `${subject} is now optional.` : `${subject} is no longer guaranteed.`
    case 'type':
      return typeSentence(difference, subject, whole)
    case 'values-added':
      return `${subject} can now be ${formatValues(after)}.`
    case 'values-removed':
      return `${subject} can no longer be ${formatValues(before)}.`
    case 'default':
      return defaultSentence(difference, subject)
    case 'text':
      return field === ''
        ? `The ${keyword} of ${whole} changed.`
        : `The ${keyword} of “${field}” in ${whole} changed.`
    case 'choice-added':
      return `${subject} has a new choice${formatMark(after)}.`
    case 'choice-removed':
      return `${subject} has one choice fewer${formatMark(after)}.`
    case 'undecided':
      return `${subject} changed. Its effect is undecided, so it counts as a major change.`
    case 'constraint': {
      if (keyword === undefined) return `${subject} ${describeEffect(more, less)}.`
      const keywordLabel = KEYWORD_LABELS[keyword]
      if (keywordLabel) return `${subject} ${describeEffect(more, less)}: ${keywordLabel} changed.`
      const became =
        more && less
          ? 'changed'
          : less
            ? 'became stricter'
            : more
              ? 'became looser'
              : 'is written differently'
      return `${subject} ${became}: ${keyword}${formatChange(before, after)}.`
    }
  }
}

function formatMark(mark: Json | undefined): string {
  return typeof mark === 'string' ? ` (${mark})` : ''
}

function describeEffect(more: boolean, less: boolean): string {
  if (more && less) return 'accepts different values than before'
  if (less) return 'accepts less than before'
  return more ? 'accepts more than before' : 'is written differently'
}

// biome-ignore format: table
const KEYWORD_LABELS: Record<string, string | undefined> = {
  anyOf: 'the choices', oneOf: 'the choices', allOf: 'the combined schemas', not: 'the excluded values', if: 'a condition',
  contains: 'the required items', patternProperties: 'the fields by pattern', propertyNames: 'the allowed field names',
  dependentRequired: 'the dependencies between fields', dependentSchemas: 'the dependencies between fields', dependencies: 'the dependencies between fields',
  unevaluatedProperties: 'the unlisted fields', unevaluatedItems: 'the unlisted items',
  $ref: 'the referenced schema', $dynamicRef: 'the referenced schema', whole: 'the combined rules',
}

function describeAddedField({ isRequired, hasDefault }: Difference, role: Direction): string {
  if (role === 'output') return 'field'
  if (!isRequired) return 'optional field'
  return hasDefault ? 'required field with a default' : 'required field'
}

// biome-ignore format: table
const TYPE_LABELS: Record<string, string | undefined> = {
  string: 'text', number: 'a number', integer: 'a whole number', boolean: 'true or false', array: 'a list', object: 'an object', null: 'null',
}

function typeSentence({ pointer, field, before, after }: Difference, subject: string, whole: string): string {
  if (pointer.endsWith('/additionalProperties')) {
    const parent = field.replace(/\.?\*$/, '')
    const container = parent === '' ? whole : `“${parent}” in ${whole}`
    if (isNothing(before)) return `Unlisted fields are now allowed in ${container}.`
    if (isNothing(after)) return `Unlisted fields are no longer allowed in ${container}.`
  }
  return `${subject} changed from ${typesLabel(before)} to ${typesLabel(after)}.`
}

function isNothing(types: Json | undefined): boolean {
  return Array.isArray(types) && types.length === 0
}

function typesLabel(types: Json | undefined): string {
  if (!Array.isArray(types) || types.length === 0) return 'nothing'
  if (ALL_TYPES.every((type) => types.includes(type))) return 'anything'
  return types.map((type) => TYPE_LABELS[String(type)] ?? String(type)).join(' or ')
}

function defaultSentence({ before, after, less }: Difference, subject: string): string {
  if (less) {
    const now =
      after === undefined
        ? `no longer has the default ${formatShort(before)}`
        : `has the default ${formatShort(after)} instead of ${before === undefined ? 'none' : formatShort(before)}`
    return `${subject} ${now}, and callers that leave it out are refused.`
  }
  if (before === undefined) return `${subject} now has the default ${formatShort(after)}.`
  if (after === undefined) return `${subject} no longer has the default ${formatShort(before)}.`
  return `The default of ${subject} changed from ${formatShort(before)} to ${formatShort(after)}.`
}

function formatChange(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined && after === undefined) return ''
  return ` ${before === undefined ? 'none' : formatShort(before)} → ${after === undefined ? 'none' : formatShort(after)}`
}

const MAX_SHOWN_CHARS = 60

function formatShort(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
}

function formatValues(values: Json | undefined): string {
  if (!Array.isArray(values)) return formatShort(values)
  const shown = values.slice(0, MAX_LISTED).map(formatShort).join(', ')
  return values.length > MAX_LISTED ? `${shown} and ${values.length - MAX_LISTED} more` : shown
}

const MAX_LISTED = 8
