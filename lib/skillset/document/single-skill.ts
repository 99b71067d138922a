import type { JsonObject } from '../../json/json.ts'

const OF_A_SKILL = ['parameters', 'response', 'definition', 'prompt', 'examples', 'body']

export function isSingleSkill(given: JsonObject): boolean {
  if (given.skills !== undefined || given.capabilities !== undefined) return false
  return OF_A_SKILL.filter((key) => given[key] !== undefined).length >= 2
}
