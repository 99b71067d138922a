/**
 * An unknown value into a SkillSet document: its shape, not its quality.
 *
 * Ground, for servers. Unknown keys and values of the wrong kind are refused; what is missing is filled with
 * nothing, so that an unfinished document can be edited. Whether it may be published: `check-document.ts`.
 * Source: specification "The SkillSet document".
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { toJson } from '../json/to-json.ts'
import { checkShape } from './check-fields.ts'
import { emptyDocument } from './empty-document.ts'
import { fromCapabilities } from './from-capabilities.ts'
import type { SkillSetDocument } from './skillset-document.ts'
import { whyOnlyASkill } from './why-only-a-skill.ts'

export type Parsed = { document: SkillSetDocument; issues: [] } | { document?: undefined; issues: Issue[] }

/** Returns the document, or why the value is not one. A valid document comes back unchanged, in its own order. */
export function parseDocument(value: unknown): Parsed {
  const { value: given, issue } = toJson(value)
  if (issue) return { issues: [issue] }
  if (!isObject(given))
    return { issues: [{ path: '', keyword: 'type', message: 'a SkillSet is a JSON object' }] }
  const onlyASkill = whyOnlyASkill(given)
  if (onlyASkill) return { issues: [onlyASkill] }
  const { document, origin } = fromCapabilities(given)
  const issues = checkShape(document).map((each) => ({ ...each, path: origin(each.path) }))
  if (issues.length > 0) return { issues }
  if (!Array.isArray(document.skills)) {
    return {
      issues: [{ path: '/skills', keyword: 'required', message: 'skills must contain at least 1 skill' }],
    }
  }
  // The shape was checked; what the type demands and the document lacked is filled in.
  return {
    document: withNothingMissing(document, document.skills) as unknown as SkillSetDocument,
    issues: [],
  }
}

const EMPTY_SKILL = { slug: '', name: '', description: '', prompt: '' }

function withNothingMissing(document: JsonObject, skills: Json[]): JsonObject {
  const { skills: _, ...empty } = emptyDocument()
  const filled: JsonObject = { ...document, skills: skills.map((skill) => fill(skill, EMPTY_SKILL)) }
  if (Array.isArray(filled.configDefinitions)) {
    filled.configDefinitions = filled.configDefinitions.map((each, index) =>
      fill(each, emptyDefinition(index)),
    )
  }
  return fill(filled, empty) as JsonObject
}

function emptyDefinition(index: number): JsonObject {
  return { key: '', label: '', type: 'STRING', required: false, order: index + 1 }
}

/** Adds what is absent, at the end. */
function fill(given: Json, empty: JsonObject): Json {
  if (!isObject(given)) return given
  const missing = Object.entries(empty).filter(([key]) => !Object.hasOwn(given, key))
  return { ...given, ...Object.fromEntries(missing) }
}
