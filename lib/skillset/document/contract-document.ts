/** See docs/spec/contracts.md §6. */

import { digestOf } from '../../json/digest-of.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../json/json.ts'
import { compile } from '../../json-schema/evaluate/compile.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { CANONICAL_DIALECT } from '../../json-schema/tree/dialect.ts'
import {
  mapSchema,
  propertyDeclarations,
  resolveRef,
  walkSchema,
} from '../../json-schema/tree/schema-tree.ts'
import type { SkillDocument, SkillSetDocument } from './skillset-document.ts'

/** Codes are not listed, so a new one changes no contract. */
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

/** A schema that cannot be read accepts anything. */
export function contractDocument(
  skillSet: Pick<SkillSetDocument, 'version'>,
  skill: Pick<SkillDocument, 'name' | 'parameters' | 'response' | 'dryRun'>,
): JsonObject {
  return {
    $schema: CANONICAL_DIALECT,
    title: `${skill.name} Skill API Contract`,
    version: skillSet.version,
    ...(skill.dryRun === 'supported' && { dryRun: skill.dryRun }),
    input: { $ref: '#/definitions/Input' },
    output: { oneOf: [{ $ref: '#/definitions/SuccessResponse' }, { $ref: '#/definitions/ErrorResponse' }] },
    definitions: {
      Input: embedded(skill.parameters, 'Input'),
      SuccessResponse: successResponse(skill.response),
      ErrorResponse: ERROR_RESPONSE,
    },
  }
}

/** Allows a text `message` but no error. */
function successResponse(authored: Json | undefined): JsonSchema {
  const { schema = {} } = canonicalSchema(authored)
  const response = embedded(withMessage(schema), 'SuccessResponse')
  // The condition is needed only if an error would match.
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

/** See docs/spec/contracts.md §5. */
export function withMessage(schema: JsonSchema): JsonSchema {
  const isOpen = schema.additionalProperties === undefined || schema.additionalProperties === true
  if (isOpen || propertyDeclarations(schema, schema, 'message').length > 0) return schema
  const properties = isObject(schema.properties) ? schema.properties : {}
  return { ...schema, properties: { ...properties, message: { type: 'string' } } }
}

function embedded(authored: Json | undefined, name: string): JsonSchema {
  const { schema = {} } = canonicalSchema(authored)
  const { $schema: _, $id, ...rest } = schema
  if (hasInnerIds(rest)) return { $id: `guildhall:contract/${name}`, ...rest }
  return mapSchema(rest, ({ $anchor: _anchor, $dynamicAnchor: _dynamic, $dynamicRef, ...each }) => {
    const ref = each.$ref ?? $dynamicRef
    if (typeof ref !== 'string') return each
    const local = typeof $id === 'string' && ref.startsWith($id) ? `#${ref.split('#')[1] ?? ''}` : ref
    return { ...each, $ref: `#/definitions/${name}${pathOf(rest, local)}` }
  })
}

/** References may be relative to an inner `$id`. */
function hasInnerIds(schema: JsonSchema): boolean {
  let hasId = false
  walkSchema(schema, ({ $id }) => {
    hasId ||= $id !== undefined
  })
  return hasId
}

function pathOf(root: JsonSchema, ref: string): string {
  const fragment = ref.slice(1)
  if (fragment === '' || fragment.startsWith('/')) return fragment
  const target = resolveRef(root, ref)
  let path = fragment
  walkSchema(root, (schema, pointer) => {
    if (schema === target) path = pointer
  })
  return path
}

/** SHA-256 of the canonical JSON (RFC 8785), as 64 hex digits. */
export function contractHash({ input, output, definitions, dryRun }: JsonObject): string {
  return digestOf({
    input: input ?? null,
    output: output ?? null,
    definitions: definitions ?? null,
    ...(dryRun !== undefined && { dryRun }),
  })
}

/** Absent permissions hash like `{}`, and no price like null. */
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
