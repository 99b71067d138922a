import { compareSchemas } from '../../json-schema/compare/compare-schemas.ts'
import { type Difference, isFilledIn } from '../../json-schema/compare/difference.ts'
import type { Acceptance, Direction } from '../../json-schema/inclusion/inclusion.ts'
import { isFieldMap } from '../../json-schema/parse/field-map.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { type Change, type ChangeRule, SCHEMA_RULES, type SchemaRule } from './change-rules.ts'
import { differenceSentence, type SentenceSubject } from './difference-sentence.ts'

type Contract = SentenceSubject & {
  pointer: string
  authored: Json | undefined
  longestMs?: number
}

type SchemaChanges = {
  changes: Change[]
  /** What the proof found; `undecided` counts as broken. */
  acceptance: Acceptance
}

/** Returns the changes between two canonical schemas, each with its sentence and the bump that it demands. */
export function schemaChanges(before: JsonSchema, after: JsonSchema, contract: Contract): SchemaChanges {
  const isMap = isObject(contract.authored) && isFieldMap(contract.authored)
  const { differences, acceptance } = compareSchemas(before, after, contract.role, contract.longestMs)
  const changes = differences.map((difference) =>
    toChange(difference, contract, isMap ? toFieldMapPointer(difference.pointer) : difference.pointer),
  )
  return { changes: attachCounterexample(changes, acceptance), acceptance }
}

/** Attaches the proof's counterexample to the first breaking change, if no change has one of its own. */
function attachCounterexample(changes: Change[], acceptance: Acceptance): Change[] {
  const first = changes.findIndex(({ breaking }) => breaking)
  if (
    acceptance.kind !== 'broken' ||
    changes.some(({ counterexample }) => counterexample !== undefined) ||
    first < 0
  )
    return changes
  return changes.with(first, { ...(changes[first] as Change), counterexample: acceptance.counterexample })
}

function toChange(difference: Difference, contract: Contract, pointer: string): Change {
  const { role } = contract
  const rule: ChangeRule = SCHEMA_RULES[chooseRule(difference, role)]
  const warning = rule.warning?.[role]
  const sentence = differenceSentence(difference, contract)
  const { counterexample } = difference
  return {
    pointer: contract.pointer + pointer,
    area: 'schema',
    direction: role,
    kind: difference.kind,
    sentence: warning ? `${sentence.replace(/\.$/, '')}: ${warning}.` : sentence,
    bump: rule[role] ?? 'major',
    breaking: isBreaking(difference, role),
    ...(counterexample !== undefined && { counterexample }),
  }
}

/** Translates a pointer into the schema to one into the field map that the author wrote. */
function toFieldMapPointer(pointer: string): string {
  return pointer
    .replace(/^\/properties/, '')
    .replace(/\/minimum$/, '/min')
    .replace(/\/maximum$/, '/max')
}

/**
 * An input that gets a default is not refused, because defaults are applied before validation. A removed output field is
 * a break even if the schema allows it, because callers read it.
 */
function isBreaking(difference: Difference, role: Direction): boolean {
  const { kind, less, more } = difference
  if (role === 'output') return more || kind === 'removed'
  return less && !isFilledIn(difference)
}

function chooseRule(difference: Difference, role: Direction): SchemaRule {
  const { kind, more, less, isRequired, hasDefault, narrows } = difference
  switch (kind) {
    case 'text':
      return 'notes'
    case 'default':
      return less ? 'default-needed' : 'default'
    case 'undecided':
      return 'undecided'
    case 'added':
      if (narrows && (role === 'input' ? less : more)) return 'added-narrowing'
      return isRequired ? (hasDefault ? 'added-defaulted' : 'added-required') : 'added'
    case 'removed':
      // A required input property that is ignored from now on counts as removed: callers were made to send it.
      return role === 'input' && !less && !isRequired ? 'removed-allowed' : 'removed'
    case 'made-required':
      return hasDefault ? 'made-defaulted' : 'made-required'
    case 'made-optional':
      return role === 'output' && !more ? 'stricter' : 'made-optional'
    case 'values-added':
      // Adding values to a list is compatible, replacing the list is not.
      return role === 'output' && !difference.isSameList ? 'looser' : 'value-added'
    case 'values-removed':
      return role === 'input' && !less ? 'looser' : 'value-removed'
    default:
      if (isOpened(difference) && !(role === 'output' && more)) return 'opened'
      if (role === 'input') return less ? 'stricter' : more ? 'looser' : 'notes'
      return more ? 'looser' : 'stricter'
  }
}

function isOpened({ kind, pointer, before }: Difference): boolean {
  return (
    kind === 'type' &&
    pointer.endsWith('/additionalProperties') &&
    Array.isArray(before) &&
    before.length === 0
  )
}
