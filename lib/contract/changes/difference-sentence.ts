/**
 * One difference between two schemas, said in a sentence for publishers, reviewers and users.
 *
 * Ground, for servers.
 */
import type { Direction } from '../compat/acceptance.ts'
import type { Json } from '../json/json.ts'
import { ALL_TYPES } from '../schema/plain-schema.ts'
import type { Difference } from './difference.ts'

/** Whose input or output the sentence is about. */
export type SaidOf = {
  role: Direction
  /** The skill's name; left out where there is only a schema. */
  skill?: string
}

export function sentenceOf(difference: Difference, { role, skill }: SaidOf): string {
  const { kind, field, keyword, before, after, more, less } = difference
  const whole = skill === undefined ? `the ${role}` : `the ${role} of “${skill}”`
  const it = field === '' ? capitalised(whole) : `“${field}” in ${whole}`
  switch (kind) {
    case 'added':
      return `New ${addedAs(difference, role)} “${field}” in ${whole}.`
    case 'removed':
      return `“${field}” was removed from ${whole}.`
    case 'made-required':
      return role === 'input' ? `${it} is required now.` : `${it} is always there now.`
    case 'made-optional':
      return role === 'input' ? `${it} is optional now.` : `${it} is no longer promised.`
    case 'type':
      return typeSentence(difference, it, whole)
    case 'values-added':
      return `${it} can be ${list(after)} now.`
    case 'values-removed':
      return `${it} can no longer be ${list(before)}.`
    case 'default':
      return defaultSentence(difference, it)
    case 'text':
      return field === ''
        ? `The ${keyword} of ${whole} changed.`
        : `The ${keyword} of “${field}” in ${whole} changed.`
    case 'choice-added':
      return `${it} has a new choice${marked(after)}.`
    case 'choice-removed':
      return `${it} lost a choice${marked(after)}.`
    case 'undecided':
      return `${it} changed in a way that is undecided, so it counts as a major change.`
    case 'constraint': {
      if (keyword === undefined) return `${it} ${effectWords(more, less)}.`
      const said = KEYWORD_WORDS[keyword]
      if (said) return `${it} ${effectWords(more, less)}: ${said} changed.`
      const became =
        more && less
          ? 'changed'
          : less
            ? 'became stricter'
            : more
              ? 'became looser'
              : 'is written differently'
      return `${it} ${became}: ${keyword}${arrow(before, after)}.`
    }
  }
}

function marked(mark: Json | undefined): string {
  return typeof mark === 'string' ? ` (${mark})` : ''
}

function effectWords(more: boolean, less: boolean): string {
  if (more && less) return 'accepts other values than before'
  if (less) return 'accepts less than before'
  return more ? 'accepts more than before' : 'is written differently'
}

// biome-ignore format: a table reads in rows
const KEYWORD_WORDS: Record<string, string | undefined> = {
  anyOf: 'the choices', oneOf: 'the choices', allOf: 'what it combines', not: 'what it must not be', if: 'a condition',
  contains: 'what the list has to contain', patternProperties: 'the fields by pattern', propertyNames: 'the names of its fields',
  dependentRequired: 'which fields need each other', dependentSchemas: 'what fields ask of each other', dependencies: 'which fields need each other',
  unevaluatedProperties: 'the fields that are not listed', unevaluatedItems: 'the items that are not listed',
  $ref: 'what it refers to', $dynamicRef: 'what it refers to', whole: 'the rules together',
}

function addedAs({ isRequired, hasDefault }: Difference, role: Direction): string {
  if (role === 'output') return 'field'
  if (!isRequired) return 'optional field'
  return hasDefault ? 'required field with a default' : 'required field'
}

// biome-ignore format: a table reads in rows
const TYPE_WORDS: Record<string, string | undefined> = {
  string: 'text', number: 'a number', integer: 'a whole number', boolean: 'true or false', array: 'a list', object: 'an object', null: 'null',
}

function typeSentence({ pointer, field, before, after }: Difference, it: string, whole: string): string {
  if (pointer.endsWith('/additionalProperties')) {
    const parent = field.replace(/\.?\*$/, '')
    const place = parent === '' ? whole : `“${parent}” in ${whole}`
    if (isNothing(before)) return `Fields that are not listed are possible in ${place} now.`
    if (isNothing(after)) return `Fields that are not listed are no longer possible in ${place}.`
  }
  return `${it} changed from ${typeWords(before)} to ${typeWords(after)}.`
}

function isNothing(types: Json | undefined): boolean {
  return Array.isArray(types) && types.length === 0
}

function typeWords(types: Json | undefined): string {
  if (!Array.isArray(types) || types.length === 0) return 'nothing'
  if (ALL_TYPES.every((type) => types.includes(type))) return 'anything'
  return types.map((type) => TYPE_WORDS[String(type)] ?? String(type)).join(' or ')
}

function defaultSentence({ before, after }: Difference, it: string): string {
  if (before === undefined) return `${it} has a default now, ${short(after)}.`
  if (after === undefined) return `${it} no longer has its default, ${short(before)}.`
  return `The default of ${it} went from ${short(before)} to ${short(after)}.`
}

function arrow(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined && after === undefined) return ''
  return ` ${before === undefined ? 'none' : short(before)} → ${after === undefined ? 'none' : short(after)}`
}

const MOST_SHOWN = 60

function short(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

function list(values: Json | undefined): string {
  if (!Array.isArray(values)) return short(values)
  const shown = values.slice(0, MOST_LISTED).map(short).join(', ')
  return values.length > MOST_LISTED ? `${shown} and ${values.length - MOST_LISTED} more` : shown
}

const MOST_LISTED = 8

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
