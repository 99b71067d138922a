/**
 * Validates the front matter of the open Agent Skills format. The rules are those of its reference validator (skills-ref).
 * Programs that run skills read more than that accepts, so an import refuses less and reports the rest as findings.
 */

import type { Issue } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'

const FIELDS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
const MAX_NAME = 64
const MAX_DESCRIPTION = 1024
const MAX_COMPATIBILITY = 500

/** Returns the problems for which an import refuses a skill. */
export function agentSkillIssues(frontmatter: JsonObject): Issue[] {
  const { description, compatibility, metadata } = frontmatter
  return [
    ...missingName(frontmatter.name).map((message) => fieldIssue('name', message)),
    ...textProblems('description', description, Number.POSITIVE_INFINITY),
    ...(compatibility === undefined ? [] : textProblems('compatibility', compatibility, MAX_COMPATIBILITY)),
    ...(metadata !== undefined &&
    metadata !== null &&
    (typeof metadata !== 'object' || Array.isArray(metadata))
      ? [fieldIssue('metadata', 'must be a list of fields')]
      : []),
  ]
}

/** Returns what an import reads, but other tools may refuse. `directory` is the name of the skill's folder, if it is known. */
export function agentSkillFindings(frontmatter: JsonObject, directory: string | undefined): Issue[] {
  const { name, description } = frontmatter
  const isElsewhere =
    directory !== undefined && directory.normalize('NFKC') !== String(name).trim().normalize('NFKC')
  return [
    ...nameProblems(name).map((message) => fieldIssue('name', `${message}, for other tools`)),
    ...(isElsewhere
      ? [
          fieldIssue(
            'name',
            `must match the name of its folder, “${directory}”, for other tools. The name is used here.`,
          ),
        ]
      : []),
    ...(countCharacters(String(description)) > MAX_DESCRIPTION
      ? [fieldIssue('description', `exceeds ${MAX_DESCRIPTION} characters, which some other tools refuse`)]
      : []),
    ...Object.keys(unknownFields(frontmatter)).map((key) =>
      fieldIssue(key, 'is not a field of an Agent Skill, so it is stored in the metadata'),
    ),
  ]
}

/** Returns the fields that are not of the format, such as `argument-hint` of Claude Code. */
export function unknownFields(frontmatter: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(frontmatter).filter(([key]) => !FIELDS.includes(key)))
}

export function isValidDescription(description: Json | undefined): boolean {
  return textProblems('description', description, MAX_DESCRIPTION).length === 0
}

function missingName(given: Json | undefined): string[] {
  if (given === undefined || given === null) return ['is missing']
  return String(given).trim() === '' ? ['must not be empty'] : []
}

function nameProblems(given: Json | undefined): string[] {
  const name = String(given).trim().normalize('NFKC')
  return [
    ...(countCharacters(name) > MAX_NAME ? [`exceeds ${MAX_NAME} characters`] : []),
    ...(name !== name.toLowerCase() ? ['must be in lowercase'] : []),
    ...(name.startsWith('-') || name.endsWith('-') ? ['must not start or end with a hyphen'] : []),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^[\p{L}\p{N}-]+$/u.test(name) ? [] : ['may only contain letters, digits and hyphens']),
  ]
}

/** Returns whether every reader of the format accepts the name. */
export function isValidName(name: Json | undefined): boolean {
  return missingName(name).length === 0 && nameProblems(name).length === 0
}

function textProblems(key: string, given: Json | undefined, maxChars: number): Issue[] {
  if (given === undefined || given === null) return [fieldIssue(key, 'is missing')]
  if (typeof given === 'object') return [fieldIssue(key, 'must be a text')]
  const text = String(given)
  if (text.trim() === '') return [fieldIssue(key, 'must not be empty')]
  return countCharacters(text) > maxChars
    ? [fieldIssue(key, `exceeds ${maxChars} characters (it has ${countCharacters(text)})`)]
    : []
}

function countCharacters(text: string): number {
  return [...text].length
}

function fieldIssue(key: string, message: string): Issue {
  return {
    path: `/SKILL.md/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    keyword: 'frontmatter',
    message: `${key} ${message}`,
  }
}
