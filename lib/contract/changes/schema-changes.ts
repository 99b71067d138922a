/**
 * Differences between two contracts as sentences, each with the step it demands.
 *
 * Ground, for servers. Source: specification "Contracts" §6, whose table is `demandOf`.
 */

import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { isFieldMap } from '../schema/field-map.ts'
import { ALL_TYPES } from '../schema/plain-schema.ts'
import type { Bump } from '../version/version-number.ts'
import type { Change } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'
import type { Difference } from './difference.ts'

type Role = 'input' | 'output'

type Contract = {
  role: Role
  /** The skill's name, for the sentences. */
  skill: string
  /** Where the schema stands in the document, and how it is written there. */
  pointer: string
  authored: Json | undefined
}

export function schemaChanges(before: JsonSchema, after: JsonSchema, contract: Contract): Change[] {
  const isMap = isObject(contract.authored) && isFieldMap(contract.authored)
  return compareSchemas(before, after).map((difference) => ({
    pointer: contract.pointer + (isMap ? inFieldMap(difference.pointer) : difference.pointer),
    area: 'schema',
    sentence: sentenceOf(difference, contract),
    ...demandOf(difference, contract.role),
  }))
}

function inFieldMap(pointer: string): string {
  return pointer
    .replace(/^\/properties/, '')
    .replace(/\/minimum$/, '/min')
    .replace(/\/maximum$/, '/max')
}

type Demand = { bump: Bump; breaking: boolean }

const PATCH: Demand = { bump: 'patch', breaking: false }
const MINOR: Demand = { bump: 'minor', breaking: false }
const MAJOR: Demand = { bump: 'major', breaking: true }

function demandOf(difference: Difference, role: Role): Demand {
  return role === 'input' ? demandOfInput(difference) : demandOfOutput(difference)
}

function demandOfInput({ kind, more, less, isRequired, hasDefault, narrows }: Difference): Demand {
  switch (kind) {
    case 'text':
      return PATCH
    case 'default':
      return MINOR
    case 'added':
      return narrows || (isRequired && !hasDefault) ? MAJOR : MINOR
    case 'removed':
      if (less) return MAJOR
      // Still taken, but no longer heard: who had to send it meant something by it.
      return isRequired ? { bump: 'major', breaking: false } : MINOR
    case 'made-required':
      return hasDefault ? MINOR : MAJOR
    default:
      return less ? MAJOR : more ? MINOR : PATCH
  }
}

function demandOfOutput(difference: Difference): Demand {
  switch (difference.kind) {
    case 'text':
    case 'default':
      return PATCH
    case 'added':
    case 'made-required':
      return MINOR
    case 'removed':
      return MAJOR
    case 'values-added':
      // Callers that list every value will meet a new one.
      return { bump: 'minor', breaking: true }
    default:
      if (isOpened(difference)) return MINOR
      return difference.more ? MAJOR : PATCH
  }
}

/** A list of fields that was complete and no longer is: like fields that were added, only unnamed. */
function isOpened({ kind, pointer, before }: Difference): boolean {
  return (
    kind === 'type' &&
    pointer.endsWith('/additionalProperties') &&
    Array.isArray(before) &&
    before.length === 0
  )
}

function sentenceOf(difference: Difference, { role, skill }: Contract): string {
  const { kind, field, keyword, before, after, more, less } = difference
  const whole = `the ${role} of “${skill}”`
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
      return role === 'input'
        ? `${it} can be ${list(after)} now.`
        : `${it} can be ${list(after)} now: callers that list every value will meet a new one.`
    case 'values-removed':
      return `${it} can no longer be ${list(before)}.`
    case 'default':
      return defaultSentence(difference, it)
    case 'text':
      return field === ''
        ? `The ${keyword} of ${whole} changed.`
        : `The ${keyword} of “${field}” in ${whole} changed.`
    case 'undecided':
      return `${it} changed in a way that cannot be compared, so it counts as a major change.`
    case 'constraint': {
      const became = more && less ? 'changed' : less ? 'became stricter' : 'became looser'
      return `${it} ${became}: ${keyword}${arrow(before, after)}.`
    }
  }
}

function addedAs({ isRequired, hasDefault }: Difference, role: Role): string {
  if (role === 'output') return 'field'
  if (!isRequired) return 'optional field'
  return hasDefault ? 'required field with a default' : 'required field'
}

// biome-ignore format: a table reads in rows
const TYPE_WORDS: Record<string, string | undefined> = {
  string: 'text', number: 'a number', integer: 'a whole number', boolean: 'true or false', array: 'a list', object: 'an object', null: 'null',
}

function typeSentence({ pointer, before, after }: Difference, it: string, whole: string): string {
  if (pointer.endsWith('/additionalProperties')) {
    if (isNothing(before)) return `Fields that are not listed are possible in ${whole} now.`
    if (isNothing(after)) return `Fields that are not listed are no longer possible in ${whole}.`
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
  if (before === undefined) return `${it} has a default now: ${short(after)}.`
  if (after === undefined) return `${it} no longer has a default; it was ${short(before)}.`
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
  return Array.isArray(values)
    ? short(values)
        .replace(/^\[|\]$/g, '')
        .replaceAll('","', '", "')
    : short(values)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
