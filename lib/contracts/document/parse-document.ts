/**
 * Refuses unknown keys and wrong types; fills in missing texts and lists, so that unfinished documents can be edited.
 * `visibility`, and the type of a setting, are the publisher's decisions: the rules ask for them.
 */

import { faultsOf } from '../../json-schema/evaluate/choose-branch.ts'
import { compile } from '../../json-schema/evaluate/compile.ts'
import type { Fault } from '../../json-schema/evaluate/faults.ts'
import { issueOf } from '../../json-schema/evaluate/issues.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { pointerKeys } from '../../kernel/json/json-pointer.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import { emptyDocument } from './empty-document.ts'
import { fromCapabilities } from './from-capabilities.ts'
import type { SkillSetDocument } from './skillset-document.ts'
import { SKILLSET_SCHEMA } from './skillset-schema.ts'

type Parsed =
  | {
      document: SkillSetDocument
      issues: []
      /** Maps a pointer into `document` to the input. */
      origin: (pointer: string) => string
    }
  | { document?: undefined; issues: Issue[]; origin?: undefined }

export function parseDocument(value: unknown): Parsed {
  const { value: given, issue } = toJson(value)
  if (issue) return { issues: [issue] }
  if (!isObject(given))
    return { issues: [{ path: '', keyword: 'type', message: 'a SkillSet must be a JSON object' }] }
  const onlyASkill = singleSkillIssue(given)
  if (onlyASkill) return { issues: [onlyASkill] }
  const { document, origin } = fromCapabilities(given)
  const issues = checkShape(document).map((each) => ({ ...each, path: origin(each.path) }))
  if (issues.length > 0) return { issues }
  if (!Array.isArray(document.skills)) {
    return {
      issues: [{ path: '/skills', keyword: 'required', message: 'skills must contain at least 1 skill' }],
    }
  }
  return {
    document: withNothingMissing(document, document.skills) as SkillSetDocument,
    issues: [],
    origin,
  }
}

const EMPTY_SKILL = { slug: '', name: '', description: '', prompt: '' }

function withNothingMissing(document: JsonObject, skills: Json[]): JsonObject {
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

const OF_A_SKILL = ['parameters', 'response', 'definition', 'prompt', 'examples', 'body']

export function isSingleSkill(given: JsonObject): boolean {
  if (given.skills !== undefined || given.capabilities !== undefined) return false
  return OF_A_SKILL.filter((key) => given[key] !== undefined).length >= 2
}

/** Replaces one issue per unknown key. */
function singleSkillIssue(given: JsonObject): Issue | undefined {
  return isSingleSkill(given) ? { path: '', keyword: 'required', message: ONE_SKILL } : undefined
}

const ONE_SKILL =
  'This file contains a single skill. Upload a SkillSet file, which lists its skills under “skills”. You can download one from the studio.'

const SHAPE = ['type', 'additionalProperties']

export function checkFields(document: Json): Issue[] {
  return faultsOf(compile(SKILLSET_SCHEMA), document).map(issueOfField)
}

function checkShape(document: Json): Issue[] {
  const faults = faultsOf(compile(SKILLSET_SCHEMA), document)
  return faults.filter(({ keyword }) => SHAPE.includes(keyword)).map(issueOfField)
}

function issueOfField(fault: Fault): Issue {
  const issue = issueOf(fault)
  const name = pointerKeys(issue.path).at(-1) ?? 'the document'
  const subject = /^\d+$/.test(name) ? '' : `${name} `
  return { ...issue, message: sentenceOf(fault, name) ?? subject + issue.message }
}

function sentenceOf({ keyword, schema, found }: Fault, name: string): string | undefined {
  if (keyword === 'type' && typeof schema.typeErrorMessage === 'string')
    return schema.typeErrorMessage + quotedText(found)
  if (keyword === 'additionalProperties') return `unknown key "${name}"`
  if (keyword === 'maxItems') return `${name} can have at most ${schema.maxItems} entries`
  if (keyword === 'required' && isObject(schema.properties)) return ruleOf(schema.properties[name])
  return ruleOf(schema)
}

function quotedText(found: Json): string {
  const isPlain = typeof found === 'number' || typeof found === 'boolean'
  return isPlain ? `: write ${JSON.stringify(String(found))}, in quotes` : ''
}

function ruleOf(schema: Json | undefined): string | undefined {
  return isObject(schema) && typeof schema.errorMessage === 'string' ? schema.errorMessage : undefined
}
