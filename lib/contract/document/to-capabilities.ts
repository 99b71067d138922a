/**
 * Skills as `capabilities` by name: the way back from `from-capabilities.ts`.
 *
 * Ground; also in the browser. Each keeps its own name, title and prompt, so the way there and back changes nothing.
 * Source: specification "The SkillSet document", last line.
 */
import { isObject, type Json, type JsonObject } from '../json/json.ts'

/** Turns `skills` into `capabilities` by slug. Null where two skills have one slug, or one has none. */
export function toCapabilities(document: JsonObject): JsonObject | null {
  const { skills, ...rest } = document
  if (!Array.isArray(skills)) return null
  const entries = skills.map((skill): [string, Json] | null => {
    if (!isObject(skill) || typeof skill.slug !== 'string' || skill.slug === '') return null
    const { slug, parameters, response, ...kept } = skill
    return [
      slug,
      {
        ...kept,
        ...(parameters !== undefined && { input_schema: parameters }),
        ...(response !== undefined && { output_schema: response }),
      },
    ]
  })
  const named = entries.filter((entry) => entry !== null)
  const capabilities = Object.fromEntries(named)
  return Object.keys(capabilities).length === skills.length ? { ...rest, capabilities } : null
}
