/** Told in one sentence instead of key by key: that an object is a skill, not a SkillSet. Ground. */
import type { Issue } from '../../errors.ts'
import type { JsonObject } from '../json/json.ts'

// Keys that only a skill has; `slug`, `name` and `description` are in both.
const OF_A_SKILL = ['parameters', 'response', 'definition', 'prompt', 'examples', 'body']

/** The issue of one skill by itself; undefined for what may be a whole SkillSet. */
export function whyOnlyASkill(given: JsonObject): Issue | undefined {
  if (given.skills !== undefined || given.capabilities !== undefined) return undefined
  const found = OF_A_SKILL.filter((key) => given[key] !== undefined)
  return found.length < 2 ? undefined : { path: '', keyword: 'required', message: ONE_SKILL }
}

const ONE_SKILL =
  'This is one skill by itself. A SkillSet file is wanted, which holds such skills in a list called “skills”; Download in the studio makes one.'
