import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { objectEntries } from '../../kernel/json/json-pointer.ts'
import { MAX_SKILLS } from './skill-limits.ts'

/**
 * Lists the skills of an unfinished document with their indexes. Leaves out those above the limit: that there are too
 * many is one fault, and checking a thousand skills would take a minute.
 */
export function skillEntries(document: Json): [skill: JsonObject, index: number][] {
  const skills = isObject(document) ? document.skills : undefined
  return objectEntries(Array.isArray(skills) ? skills.slice(0, MAX_SKILLS) : undefined)
}
