/** Validates the front matter of the open Agent Skills format, like its reference validator (skills-ref). */

import type { Issue } from '../errors.ts'
import type { Json, JsonObject } from '../json/json.ts'

const FIELDS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
const MAX_NAME = 64
const MAX_DESCRIPTION = 1024
const MAX_COMPATIBILITY = 500

export function agentSkillIssues(frontmatter: JsonObject, directory?: string): Issue[] {
  const { description, compatibility, metadata } = frontmatter
  const unexpected = Object.keys(frontmatter).filter((key) => !FIELDS.includes(key))
  return [
    ...nameProblems(frontmatter.name, directory).map((message) => at('name', message)),
    ...textProblems('description', description, MAX_DESCRIPTION),
    ...(compatibility === undefined ? [] : textProblems('compatibility', compatibility, MAX_COMPATIBILITY)),
    ...(metadata !== undefined &&
    metadata !== null &&
    (typeof metadata !== 'object' || Array.isArray(metadata))
      ? [at('metadata', 'must be a list of fields')]
      : []),
    ...unexpected.map((key) =>
      at(key, `is not a field of an Agent Skill; its fields are ${FIELDS.join(', ')}`),
    ),
  ]
}

function nameProblems(given: Json | undefined, directory: string | undefined): string[] {
  if (given === undefined || given === null) return ['is missing']
  const name = String(given).trim().normalize('NFKC')
  if (name === '') return ['must not be empty']
  return [
    ...(characters(name) > MAX_NAME ? [`exceeds ${MAX_NAME} characters`] : []),
    ...(name !== name.toLowerCase() ? ['must be in lowercase'] : []),
    ...(name.startsWith('-') || name.endsWith('-') ? ['must not start or end with a hyphen'] : []),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^[\p{L}\p{N}-]+$/u.test(name) ? [] : ['may only contain letters, digits and hyphens']),
    ...(directory !== undefined && directory.normalize('NFKC') !== name
      ? [`must match the name of its folder, “${directory}”`]
      : []),
  ]
}

function textProblems(key: string, given: Json | undefined, maxChars: number): Issue[] {
  if (given === undefined || given === null) return [at(key, 'is missing')]
  if (typeof given === 'object') return [at(key, 'must be a text')]
  const text = String(given)
  if (text.trim() === '') return [at(key, 'must not be empty')]
  return characters(text) > maxChars
    ? [at(key, `exceeds ${maxChars} characters (it has ${characters(text)})`)]
    : []
}

function characters(text: string): number {
  return [...text].length
}

function at(key: string, message: string): Issue {
  return {
    path: `/SKILL.md/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    keyword: 'frontmatter',
    message: `${key} ${message}`,
  }
}
