/**
 * Differences between two contracts as sentences, each with the step it demands.
 *
 * Ground, for servers. Source: specification "Contracts" §6, whose table is `demandOf`.
 */

import type { Acceptance, Direction } from '../compat/acceptance.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { isFieldMap } from '../schema/field-map.ts'
import { ALL_TYPES } from '../schema/plain-schema.ts'
import type { Change } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'
import type { Difference } from './difference.ts'
import { type Rule, SCHEMA_RULES, type SchemaRule } from './rules.ts'

type Contract = {
  role: Direction
  /** The skill's name, for the sentences; left out where there is only a schema. */
  skill?: string
  /** Where the schema stands in the document, and how it is written there. */
  pointer: string
  authored: Json | undefined
}

export type SchemaChanges = {
  changes: Change[]
  /** What the two schemas accept, and nothing else: `undecided` counts as broken. */
  acceptance: Acceptance
}

export function schemaChanges(before: JsonSchema, after: JsonSchema, contract: Contract): SchemaChanges {
  const isMap = isObject(contract.authored) && isFieldMap(contract.authored)
  const { differences, acceptance } = compareSchemas(before, after, contract.role)
  const changes = differences.map((difference) =>
    changeOf(difference, contract, isMap ? inFieldMap(difference.pointer) : difference.pointer),
  )
  return { changes: withWitness(changes, acceptance), acceptance }
}

/** Where no change has a witness of its own, the first that breaks has the one of the whole. */
function withWitness(changes: Change[], acceptance: Acceptance): Change[] {
  const first = changes.findIndex(({ breaking }) => breaking)
  if (acceptance.is !== 'broken' || changes.some(({ witness }) => witness !== undefined) || first < 0)
    return changes
  return changes.with(first, { ...(changes[first] as Change), witness: acceptance.witness })
}

function changeOf(difference: Difference, contract: Contract, pointer: string): Change {
  const { role } = contract
  const rule: Rule = SCHEMA_RULES[ruleOf(difference, role)]
  const warning = rule.warning?.[role]
  const sentence = sentenceOf(difference, contract)
  const { witness } = difference
  return {
    pointer: contract.pointer + pointer,
    area: 'schema',
    direction: role,
    kind: difference.kind,
    sentence: warning ? `${sentence.replace(/\.$/, '')}: ${warning}.` : sentence,
    bump: rule[role] ?? 'major',
    breaking: isBreaking(difference, role),
    ...(witness !== undefined && { witness }),
  }
}

function inFieldMap(pointer: string): string {
  return pointer
    .replace(/^\/properties/, '')
    .replace(/\/minimum$/, '/min')
    .replace(/\/maximum$/, '/max')
}

/**
 * As callers feel it: a default fills what they leave out before anything is checked, so it lets nobody down; and
 * an output without a field that was there lets them down even where the schema still allows one of that name.
 */
function isBreaking({ kind, less, more, narrows, hasDefault }: Difference, role: Direction): boolean {
  if (role === 'output') return more || kind === 'removed'
  const isFilled = hasDefault && !narrows && (kind === 'added' || kind === 'made-required')
  return less && !isFilled
}

/** The row of the version rules that a difference falls under. */
function ruleOf(difference: Difference, role: Direction): SchemaRule {
  const { kind, more, less, isRequired, hasDefault, narrows } = difference
  switch (kind) {
    case 'text':
      return 'notes'
    case 'default':
      return 'default'
    case 'undecided':
      return 'undecided'
    case 'added':
      if (narrows && (role === 'input' ? less : more)) return 'added-narrowing'
      return isRequired ? (hasDefault ? 'added-filled' : 'added-required') : 'added'
    case 'removed':
      // Still taken, but no longer heard: who had to send it meant something by it.
      return role === 'input' && !less && !isRequired ? 'unheard' : 'removed'
    case 'made-required':
      return hasDefault ? 'made-filled' : 'made-required'
    case 'made-optional':
      return role === 'output' && !more ? 'stricter' : 'made-optional'
    case 'values-added':
      // A list that grew is one thing; one of which nothing is left, or of another type, is another promise.
      return role === 'output' && !difference.isSameList ? 'looser' : 'value-added'
    case 'values-removed':
      return role === 'input' && !less ? 'looser' : 'value-removed'
    default:
      if (isOpened(difference) && !(role === 'output' && more)) return 'opened'
      if (role === 'input') return less ? 'stricter' : more ? 'looser' : 'notes'
      return more ? 'looser' : 'stricter'
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
