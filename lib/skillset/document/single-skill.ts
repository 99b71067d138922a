import type { JsonObject } from '../../json/json.ts'

// Keys that only a skill has, not a SkillSet.
const OF_A_SKILL = ['parameters', 'response', 'definition', 'prompt', 'examples', 'body']

/** Whether the object is a skill and not a SkillSet. */
export function isSingleSkill(given: JsonObject): boolean {
  if (given.skills !== undefined || given.capabilities !== undefined) return false
  return OF_A_SKILL.filter((key) => given[key] !== undefined).length >= 2
}
