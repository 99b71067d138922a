/**
 * Finds changes after which the skill may do more, is described differently to agents, costs more, or accepts or
 * returns more. See docs/spec/contracts.md §6.
 */

import type { Difference } from '../../json-schema/compare/difference.ts'
import type { Direction } from '../../json-schema/inclusion/inclusion.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import type { Change } from './change-rules.ts'
import { changesBetween } from './changes.ts'
import { schemaChanges } from './schema-changes.ts'

export type SkillInSet = { document: SkillSetDocument; skill: SkillDocument }

/** Returns the changes that need a new consent; none if the users of `before` agreed to all of it. Expensive: use a thread. */
export function changesNeedingConsent(before: SkillInSet, after: SkillInSet): Change[] {
  const { changes } = changesBetween(withOnlySkill(before), withOnlySkill(after))
  const narrower = { input: isNarrower('input', before, after), output: isNarrower('output', before, after) }
  const needing = changes.filter((change) => needsConsent(change, narrower))
  return [...needing, ...findUncoveredTexts(needing, before, after)]
}

function withOnlySkill({ document, skill }: SkillInSet): SkillSetDocument {
  return { ...document, skills: [skill] }
}

/** Agents read these before they choose a tool, so a change can make them call the skill for something else. */
const AGENT_VISIBLE_TEXT = /^\/skills\/0\/(name|description|prompt)$/
const NARROWING: readonly Difference['kind'][] = [
  'removed',
  'made-required',
  'values-removed',
  'choice-removed',
]
const LIMITS: readonly Difference['kind'][] = ['constraint', 'type']

function needsConsent(
  { area, consent, pointer, kind, direction = 'input' }: Change,
  narrower: Record<Direction, boolean>,
): boolean {
  switch (area) {
    case 'skills':
      return true
    case 'text':
      return AGENT_VISIBLE_TEXT.test(pointer)
    case 'permissions':
      return consent === true || pointer === '/requiredIntegrationProviders'
    case 'schema':
      if (kind && LIMITS.includes(kind)) return !narrower[direction]
      return !kind || !NARROWING.includes(kind)
    default:
      return false
  }
}

const PARTS = { input: 'parameters', output: 'response' } as const

function isNarrower(role: Direction, before: SkillInSet, after: SkillInSet): boolean {
  const [old, now] = [before, after].map(({ skill }) => canonicalSchema(skill[PARTS[role]]).schema)
  if (!old || !now) return false
  const contract = { role, pointer: '', authored: undefined }
  // Narrower means that the old version allowed everything that the new one allows, so users have agreed to it.
  const { acceptance } =
    role === 'input' ? schemaChanges(now, old, contract) : schemaChanges(old, now, contract)
  return acceptance.kind === 'kept'
}

/** Finds new text in a schema that none of these changes covers, such as a pattern: it could carry instructions for agents. */
function findUncoveredTexts(needing: readonly Change[], before: SkillInSet, after: SkillInSet): Change[] {
  return (['input', 'output'] as const).flatMap((direction): Change[] => {
    if (needing.some((change) => change.direction === direction)) return []
    const [old, now] = [before, after].map(({ skill }) => schemaToCompare(skill[PARTS[direction]]))
    if (!addsWords(old ?? null, now ?? null)) return []
    const sentence = `The ${direction} of “${after.skill.name}” contains new text.`
    const pointer = `/skills/0/${PARTS[direction]}`
    return [{ pointer, area: 'schema', direction, sentence, bump: 'patch', breaking: false }]
  })
}

function schemaToCompare(authored: Json | undefined): JsonSchema | Json {
  return canonicalSchema(authored).schema ?? authored ?? null
}

// Words of JSON Schema itself, which say nothing to an agent.
// biome-ignore format: table
const GRAMMAR = new Set([
  'string', 'number', 'integer', 'boolean', 'array', 'object', 'null',
  'type', 'enum', 'const', 'properties', 'required', 'items', 'prefixItems', 'title', 'description', 'default', 'examples',
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format',
  'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'additionalProperties', 'patternProperties',
  'propertyNames', 'contains', 'minContains', 'maxContains', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else',
  'dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems', '$ref', '$defs', '$schema',
])

function addsWords(before: Json, after: Json): boolean {
  const known = new Set(collectTexts(before))
  return collectTexts(after).some((word) => !known.has(word))
}

function collectTexts(value: Json): string[] {
  if (typeof value === 'string') return GRAMMAR.has(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(collectTexts)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, each]) => [
    ...(GRAMMAR.has(key) ? [] : [key]),
    ...collectTexts(each),
  ])
}
