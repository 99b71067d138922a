/**
 * What changed between two contracts: each difference as a sentence, with the step it demands of the version.
 *
 * Ground, for servers. Source: specification "Contracts" §6, whose table is `SCHEMA_RULES`.
 */
import type { Acceptance, Direction } from '../compat/acceptance.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { isFieldMap } from '../schema/field-map.ts'
import type { Change } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'
import type { Difference } from './difference.ts'
import { type SaidOf, sentenceOf } from './difference-sentence.ts'
import { type Rule, SCHEMA_RULES, type SchemaRule } from './rules.ts'

type Contract = SaidOf & {
  /** Where the schema stands in the document, and how it is written there. */
  pointer: string
  authored: Json | undefined
  /** How long may be worked at a proof. */
  longestMs?: number
}

export type SchemaChanges = {
  changes: Change[]
  /** What the two schemas accept, and nothing else: `undecided` counts as broken. */
  acceptance: Acceptance
}

export function schemaChanges(before: JsonSchema, after: JsonSchema, contract: Contract): SchemaChanges {
  const isMap = isObject(contract.authored) && isFieldMap(contract.authored)
  const { differences, acceptance } = compareSchemas(before, after, contract.role, contract.longestMs)
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
