/** The contract of a skill as one JSON Schema document, and its hash. See docs/spec/contracts.md §6. */

import { compile } from '../../json-schema/evaluate/compile.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { CANONICAL_DIALECT } from '../../json-schema/tree/dialect.ts'
import {
  mapSchema,
  propertyDeclarations,
  resolveRef,
  walkSchema,
} from '../../json-schema/tree/schema-tree.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { outputRules } from '../results/check-output.ts'
import { laneOf } from './skill-limits.ts'
import type { SkillDocument, SkillSetDocument } from './skillset-document.ts'

/** Does not list the codes, so that a new one changes no contract. */
const ERROR_RESPONSE: JsonSchema = {
  type: 'object',
  properties: {
    status: { const: 'failed' },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          recoverable: { type: 'boolean' },
          suggested_action: { type: 'string' },
        },
        required: ['code', 'message', 'recoverable'],
      },
    },
    run_id: { type: 'string' },
  },
  required: ['status', 'errors', 'run_id'],
}

/** Returns the contract of a skill. In place of a schema that cannot be read, it accepts anything. */
export function contractDocument(
  skillSet: Pick<SkillSetDocument, 'version'>,
  skill: Pick<
    SkillDocument,
    'name' | 'parameters' | 'response' | 'stream' | 'runtime' | 'definition' | 'dryRun' | 'limits'
  >,
): JsonObject {
  return {
    $schema: CANONICAL_DIALECT,
    title: `${skill.name} Skill API Contract`,
    version: skillSet.version,
    ...(skill.dryRun === 'supported' && { dryRun: skill.dryRun }),
    ...(laneOf(skill) === 'long' && { lane: 'long' }),
    input: { $ref: '#/definitions/Input' },
    output: { oneOf: [{ $ref: '#/definitions/SuccessResponse' }, { $ref: '#/definitions/ErrorResponse' }] },
    ...(skill.stream !== undefined && { stream: { $ref: '#/definitions/Part' } }),
    definitions: {
      Input: embedSchema(skill.parameters, 'Input'),
      SuccessResponse: successResponse(skill),
      ErrorResponse: ERROR_RESPONSE,
      ...(skill.stream !== undefined && { Part: embedSchema(skill.stream, 'Part') }),
    },
  }
}

/** Returns the schema of a success, made so that no error response matches it too: `oneOf` would refuse such a response. */
function successResponse(skill: OutputTerms): JsonSchema {
  const schema = buildOutputSchema(skill)
  const response = embedSchema(schema, 'SuccessResponse')
  // Most contracts do not need the condition, because an error lacks their required fields.
  if (!compile(schema).accepts(SOME_ERROR)) return response
  const notError = { not: { $ref: '#/definitions/ErrorResponse' } }
  if (response.$id !== undefined) return { allOf: [response, notError] }
  return { ...response, allOf: [...(Array.isArray(response.allOf) ? response.allOf : []), notError] }
}

const SOME_ERROR: Json = {
  status: 'failed',
  errors: [{ code: 'SKILL_ERROR', message: 'It failed.', recoverable: false }],
  run_id: 'run_0',
}

type OutputTerms = Pick<SkillDocument, 'response' | 'runtime' | 'definition'>

/**
 * Returns the schema that every delivered output satisfies: the response with the text `message`, which a JavaScript handler
 * owes and any other may add. See docs/spec/contracts.md §5.
 */
export function buildOutputSchema(skill: OutputTerms): JsonSchema {
  const { schema = {} } = canonicalSchema(skill.response)
  // Built-in tools have no definition, and owe no message.
  return withMessage(schema, skill.definition !== undefined && outputRules(skill).messageRequired)
}

function withMessage(response: JsonSchema, isOwed: boolean): JsonSchema {
  if (propertyDeclarations(response, response, 'message').length > 0) return requireMessage(response, isOwed)
  const opened = allowMessage(response, response)
  if (!isOwed && opened === response) return response
  const properties = isObject(opened.properties) ? opened.properties : {}
  const { maxProperties } = opened
  return requireMessage(
    {
      ...opened,
      properties: { ...properties, message: MESSAGE },
      ...(typeof maxProperties === 'number' && { maxProperties: maxProperties + 1 }),
    },
    isOwed,
  )
}

const MESSAGE: JsonSchema = { type: 'string', description: 'The skill’s message about its result.' }

function requireMessage(response: JsonSchema, isOwed: boolean): JsonSchema {
  const required = Array.isArray(response.required) ? response.required : []
  if (!isOwed || required.includes('message')) return response
  return { ...response, required: [...required, 'message'] }
}

/** Ends references that lead in a circle. */
const MAX_DEPTH = 6
/** Keywords whose branches apply to the value itself. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf']

/** Returns the same schema if all parts that apply to the output itself allow `message` already. */
function allowMessage(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema {
  if (depth > MAX_DEPTH) return schema
  const deeper = (each: Json) => (isObject(each) ? allowMessage(root, each, depth + 1) : each)
  let opened = isClosed(schema) ? declareMessage(schema) : schema
  for (const keyword of IN_PLACE) {
    const branches = schema[keyword]
    if (!Array.isArray(branches)) continue
    const changed = branches.map(deeper)
    if (changed.some((each, index) => each !== branches[index])) opened = { ...opened, [keyword]: changed }
  }
  for (const keyword of ['then', 'else']) {
    const branch = schema[keyword]
    const changed = branch === undefined ? undefined : deeper(branch)
    if (changed !== undefined && changed !== branch) opened = { ...opened, [keyword]: changed }
  }
  const target = typeof schema.$ref === 'string' ? resolveRef(root, schema.$ref) : undefined
  if (!isObject(target)) return opened
  const changed = allowMessage(root, target, depth + 1)
  if (changed === target) return opened
  // The definition is copied here, because other places may refer to it and need no message.
  const { $ref: _, ...rest } = opened
  return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), changed] }
}

function isClosed({ additionalProperties, unevaluatedProperties }: JsonSchema): boolean {
  return [additionalProperties, unevaluatedProperties].some((rule) => rule !== undefined && rule !== true)
}

function declareMessage(schema: JsonSchema): JsonSchema {
  const properties = isObject(schema.properties) ? schema.properties : {}
  if (Object.hasOwn(properties, 'message')) return schema
  return { ...schema, properties: { ...properties, message: MESSAGE } }
}

/** Returns a schema for the place `at` (a JSON Pointer) of a larger one. References to its own parts lead to them there. */
export function embedSchema(
  authored: Json | undefined,
  name: string,
  at = `/definitions/${name}`,
): JsonSchema {
  const { schema = {} } = canonicalSchema(authored)
  const { $schema: _, $id, ...rest } = schema
  if (hasInnerIds(rest)) return { $id: `guildhall:contract/${name}`, ...rest }
  return mapSchema(rest, ({ $anchor: _anchor, $dynamicAnchor: _dynamic, $dynamicRef, ...each }) => {
    const ref = each.$ref ?? $dynamicRef
    if (typeof ref !== 'string') return each
    const local = typeof $id === 'string' && ref.startsWith($id) ? `#${ref.split('#')[1] ?? ''}` : ref
    return { ...each, $ref: `#${at}${resolvePointer(rest, local)}` }
  })
}

/** Whether references may be relative to an inner `$id`. Such a schema keeps its references and gets an id of its own. */
function hasInnerIds(schema: JsonSchema): boolean {
  let hasId = false
  walkSchema(schema, ({ $id }) => {
    hasId ||= $id !== undefined
  })
  return hasId
}

function resolvePointer(root: JsonSchema, ref: string): string {
  const fragment = ref.slice(1)
  if (fragment === '' || fragment.startsWith('/')) return fragment
  const target = resolveRef(root, ref)
  let path = fragment
  walkSchema(root, (schema, pointer) => {
    if (schema === target) path = pointer
  })
  return path
}

/** Returns the SHA-256 of the contract's canonical JSON (RFC 8785), as 64 hex digits. Texts such as its title do not count. */
export function contractHash({ input, output, stream, definitions, dryRun, lane }: JsonObject): string {
  return digestOf({
    input: input ?? null,
    output: output ?? null,
    ...(stream !== undefined && { stream }),
    definitions: definitions ?? null,
    ...(dryRun !== undefined && { dryRun }),
    ...(lane !== undefined && { lane }),
  })
}

/** Returns the SHA-256 of what users consent to besides the contract. Absent permissions hash like `{}`, no price like null. */
export function permissionsHash(
  { permissions }: Pick<SkillSetDocument, 'permissions'>,
  { prompt, pricing }: Pick<SkillDocument, 'prompt' | 'pricing'>,
): string {
  const granted = Object.entries((permissions ?? {}) as JsonObject).filter(
    ([, list]) => !Array.isArray(list) || list.length > 0,
  )
  return digestOf({
    permissions: Object.fromEntries(granted),
    prompt,
    price: (pricing ?? null) as Json,
  })
}
