import { listFaults } from '../../json-schema/evaluate/choose-branch.ts'
import { compile } from '../../json-schema/evaluate/compile.ts'
import type { Fault } from '../../json-schema/evaluate/faults.ts'
import { toIssue } from '../../json-schema/evaluate/issues.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import { emptyDocument } from './empty-document.ts'
import { convertCapabilities } from './from-capabilities.ts'
import type { SkillSetDocument } from './skillset-document.ts'
import { SKILLSET_SCHEMA } from './skillset-schema.ts'

type Parsed =
  | {
      document: SkillSetDocument
      issues: []
      /** Translates a pointer into `document` to one into the given value. */
      origin: (pointer: string) => string
    }
  | { document?: undefined; issues: Issue[]; origin?: undefined }

/**
 * Returns the document with missing texts and lists filled in, so that an unfinished one can be edited, or the issues of
 * unknown keys and wrong types. `visibility`, and the type of a setting, are not filled in: the publisher has to decide them,
 * and `checkDocument` asks for them.
 */
export function parseDocument(value: unknown): Parsed {
  const { value: given, issue } = toJson(value)
  if (issue) return { issues: [issue] }
  if (!isObject(given))
    return { issues: [{ path: '', keyword: 'type', message: 'a SkillSet must be a JSON object' }] }
  const singleSkill = singleSkillIssue(given)
  if (singleSkill) return { issues: [singleSkill] }
  const { document, origin } = convertCapabilities(given)
  const issues = checkShape(document).map((each) => ({ ...each, path: origin(each.path) }))
  if (issues.length > 0) return { issues }
  if (!Array.isArray(document.skills)) {
    return {
      issues: [{ path: '/skills', keyword: 'required', message: 'skills must contain at least 1 skill' }],
    }
  }
  return {
    document: fillMissing(document, document.skills) as SkillSetDocument,
    issues: [],
    origin,
  }
}

const EMPTY_SKILL = { slug: '', name: '', description: '', prompt: '' }

function fillMissing(document: JsonObject, skills: Json[]): JsonObject {
  const { skills: _, visibility: __, ...empty } = emptyDocument()
  const filled: JsonObject = { ...document, skills: skills.map((skill) => fill(skill, EMPTY_SKILL)) }
  if (Array.isArray(filled.configDefinitions)) {
    filled.configDefinitions = filled.configDefinitions.map((each) => fill(each, EMPTY_DEFINITION))
  }
  return fill(filled, empty) as JsonObject
}

const EMPTY_DEFINITION = { key: '', label: '' }

function fill(given: Json, empty: JsonObject): Json {
  if (!isObject(given)) return given
  const missing = Object.entries(empty).filter(([key]) => !Object.hasOwn(given, key))
  return { ...given, ...Object.fromEntries(missing) }
}

const SKILL_KEYS = ['parameters', 'response', 'definition', 'prompt', 'examples', 'body']

/** Whether the object is a skill rather than a SkillSet: it has no list of skills, and two keys that only skills have. */
export function isSingleSkill(given: JsonObject): boolean {
  if (given.skills !== undefined || given.capabilities !== undefined) return false
  return SKILL_KEYS.filter((key) => given[key] !== undefined).length >= 2
}

/** Returns one issue for the whole, in place of one for each key that a SkillSet does not have. */
function singleSkillIssue(given: JsonObject): Issue | undefined {
  return isSingleSkill(given) ? { path: '', keyword: 'required', message: ONE_SKILL } : undefined
}

const ONE_SKILL =
  'This file contains a single skill. Upload a SkillSet file, which lists its skills under “skills”. You can download one from the studio.'

/** What makes a document unreadable, unlike a value that is merely missing or too long. */
const SHAPE_KEYWORDS = ['type', 'additionalProperties']

/** Checks each field by the schema of the document, in the words of its `errorMessage`. */
export function checkFields(document: Json): Issue[] {
  return listFaults(compile(SKILLSET_SCHEMA), document).map(toFieldIssue)
}

/**
 * Returns an issue for each list that is longer than the schema of documents allows. Checks nothing else, so that a
 * draft that is not finished can be saved; its page draws every entry.
 */
export function longListIssues(document: Json): Issue[] {
  return longListsIn(SKILLSET_SCHEMA, document, [])
}

function longListsIn(schema: JsonSchema, value: Json, keys: (string | number)[]): Issue[] {
  if (!isObject(schema)) return []
  if (Array.isArray(value)) {
    const { maxItems, items } = schema
    if (typeof maxItems === 'number' && value.length > maxItems) {
      const message = `${keys.at(-1)} can have at most ${maxItems} entries`
      return [{ path: toPointer(keys), keyword: 'maxItems', message }]
    }
    return value.flatMap((item, index) => longListsIn(items as JsonSchema, item, [...keys, index]))
  }
  if (!isObject(value) || !isObject(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    Object.hasOwn(value, name)
      ? longListsIn(property as JsonSchema, value[name] as Json, [...keys, name])
      : [],
  )
}

function checkShape(document: Json): Issue[] {
  const faults = listFaults(compile(SKILLSET_SCHEMA), document)
  return faults.filter(({ keyword }) => SHAPE_KEYWORDS.includes(keyword)).map(toFieldIssue)
}

function toFieldIssue(fault: Fault): Issue {
  const issue = toIssue(fault)
  const name = nameOf(issue.path)
  const subject = /^\d+$/.test(name) ? '' : `${name} `
  return { ...issue, message: fieldSentence(fault, issue.path) ?? subject + issue.message }
}

function nameOf(path: string): string {
  return pointerKeys(path).at(-1) ?? 'the document'
}

function fieldSentence({ keyword, schema, found }: Fault, path: string): string | undefined {
  const name = nameOf(path)
  if (keyword === 'type' && typeof schema.typeErrorMessage === 'string')
    return schema.typeErrorMessage + quotingHint(found)
  if (keyword === 'additionalProperties') return `unknown key "${name}"${keyHint(path, name)}`
  if (keyword === 'maxItems') return `${name} can have at most ${schema.maxItems} entries`
  if (keyword === 'required' && isObject(schema.properties)) return authoredMessage(schema.properties[name])
  return authoredMessage(schema)
}

/** What other manifests call the hosts of a skill. */
const NAMES_OF_NETWORK = ['hosts', 'host', 'domains', 'domain', 'urls', 'origins', 'allowedHosts', 'egress']

function keyHint(path: string, name: string): string {
  return path === `/permissions/${name}` && NAMES_OF_NETWORK.includes(name)
    ? ': write "network" for the hosts that the code may reach'
    : ''
}

function quotingHint(found: Json): string {
  const isPlain = typeof found === 'number' || typeof found === 'boolean'
  return isPlain ? `: write ${JSON.stringify(String(found))}, in quotes` : ''
}

function authoredMessage(schema: Json | undefined): string | undefined {
  return isObject(schema) && typeof schema.errorMessage === 'string' ? schema.errorMessage : undefined
}
