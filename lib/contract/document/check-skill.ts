/**
 * Rules of one skill that one field alone cannot keep: kind, code, schemas, examples, limits.
 *
 * Ground, for servers. Source: "Skill Schema & Validation"; specification "Product", Life of a version.
 */
import type { Issue } from '../../errors.ts'
import { inspectDefinition } from '../definition/inspect-definition.ts'
import { isObject, type JsonObject, type JsonSchema } from '../json/json.ts'
import { canonicalSchema } from '../schema/canonical-schema.ts'
import { declarationsOf, typesOf } from '../schema/schema-tree.ts'
import { outputRules } from '../values/check-output.ts'
import { checkExamples } from './check-examples.ts'
import { checkResources } from './check-resources.ts'
import { SKILL_LIMITS } from './skill-limits.ts'

/** Every broken rule of `skill`; `place` is its pointer in `document`. Tolerant of unfinished ones. */
export function checkSkill(skill: JsonObject, place: string, document: JsonObject): Issue[] {
  const issues = skill.kind === 'instruction' ? checkInstruction(skill) : checkAction(skill, document)
  return [...issues, ...checkLimits(skill), ...checkResources(skill)].map((issue) => ({
    ...issue,
    path: place + issue.path,
  }))
}

const ONLY_ACTIONS = ['definition', 'parameters', 'response', 'examples', 'pricing']

function checkInstruction(skill: JsonObject): Issue[] {
  const extra = ONLY_ACTIONS.filter((key) => Object.hasOwn(skill, key))
  const isEmpty = typeof skill.body !== 'string' || skill.body.trim() === ''
  return [
    ...(isEmpty
      ? [{ path: '/body', keyword: 'body', message: 'body is needed: an instruction skill is its text' }]
      : []),
    ...extra.map((key) => ({
      path: `/${key}`,
      keyword: 'kind',
      message: `an instruction skill has no ${key}`,
    })),
  ]
}

function checkAction(skill: JsonObject, document: JsonObject): Issue[] {
  const { definition, runtime, body } = skill
  const source = typeof definition === 'string' ? definition : ''
  const language = runtime === 'python' ? 'python' : 'javascript'
  const parameters = checkSchema(skill, 'parameters')
  const response = checkSchema(skill, 'response')
  return [
    ...(body === undefined
      ? []
      : [{ path: '/body', keyword: 'kind', message: 'only an instruction skill has a body' }]),
    ...inspectDefinition(source, language).map((issue) => ({ ...issue, path: '/definition' })),
    ...parameters.issues,
    ...response.issues,
    ...(response.schema ? checkMessage(skill, response.schema) : []),
    ...checkExamples(skill, document, { parameters: parameters.schema, response: response.schema }),
  ]
}

function checkSchema(
  skill: JsonObject,
  key: 'parameters' | 'response',
): { schema?: JsonSchema; issues: Issue[] } {
  const { schema, issues } = canonicalSchema(skill[key])
  const says = `${key} must be valid JSON schema`
  return {
    schema,
    issues: issues.map((issue) => ({
      ...issue,
      path: `/${key}${issue.path}`,
      message: `${says}: ${issue.message}`,
    })),
  }
}

/** Such a handler owes a string message, so its schema must let it be one. */
function checkMessage(skill: JsonObject, response: JsonSchema): Issue[] {
  const { messageRequired } = outputRules(skill as Parameters<typeof outputRules>[0])
  const declared = messageRequired ? declarationsOf(response, response, 'message').flatMap(typesOf) : []
  if (declared.length === 0 || declared.includes('string')) return []
  const message = 'response must let message be text: a JavaScript handler returns a string message'
  return [{ path: '/response/properties/message', keyword: 'message', message }]
}

function checkLimits({ limits, runtime }: JsonObject): Issue[] {
  if (!isObject(limits)) return []
  // A publisher may ask for less, never for more.
  const most = SKILL_LIMITS[runtime === 'python' ? 'python' : 'javascript']
  return Object.entries(most).flatMap(([key, limit]) => {
    const asked = limits[key]
    if (typeof asked !== 'number' || asked <= limit) return []
    return [{ path: `/limits/${key}`, keyword: 'limit', message: `${key} can be at most ${limit}` }]
  })
}
