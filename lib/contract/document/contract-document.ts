/**
 * The contract of one skill as one self-contained JSON Schema document.
 *
 * Ground, for servers. Source: specification "Contracts" §6, the contract document; "Skill Input/Output Contract
 * Design" 31.6.
 */

import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { canonicalSchema } from '../schema/canonical-schema.ts'
import { compile } from '../schema/compile.ts'
import { CANONICAL_DIALECT } from '../schema/dialect.ts'
import { declarationsOf, mapSchema, resolveRef, walkSchema } from '../schema/schema-tree.ts'
import type { SkillDocument, SkillSetDocument } from './skillset-document.ts'

/** How every failed run is reported. Codes are not listed: a new one must not change a contract. */
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

/** The contract of a published skill. A schema that cannot be read, as in a draft, accepts anything. */
export function contractDocument(
  skillSet: Pick<SkillSetDocument, 'version'>,
  skill: Pick<SkillDocument, 'name' | 'parameters' | 'response'>,
): JsonObject {
  return {
    $schema: CANONICAL_DIALECT,
    title: `${skill.name} Skill API Contract`,
    version: skillSet.version,
    input: { $ref: '#/definitions/Input' },
    output: { oneOf: [{ $ref: '#/definitions/SuccessResponse' }, { $ref: '#/definitions/ErrorResponse' }] },
    definitions: {
      Input: embedded(skill.parameters, 'Input'),
      SuccessResponse: successResponse(skill.response),
      ErrorResponse: ERROR_RESPONSE,
    },
  }
}

/** As callers get it: a text called `message` may always come along, and an error is no success. */
function successResponse(authored: Json | undefined): JsonSchema {
  const { schema = {} } = canonicalSchema(authored)
  const response = embedded(withMessage(schema), 'SuccessResponse')
  // An answer is to be one of the two: only a response that would take an error as well has to be told.
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

/** A response schema as callers may rely on it: an undeclared `message` is never a violation ("Contracts" §5). */
export function withMessage(schema: JsonSchema): JsonSchema {
  const isOpen = schema.additionalProperties === undefined || schema.additionalProperties === true
  if (isOpen || declarationsOf(schema, schema, 'message').length > 0) return schema
  const properties = isObject(schema.properties) ? schema.properties : {}
  return { ...schema, properties: { ...properties, message: { type: 'string' } } }
}

/** A schema moved under `#/definitions/<name>`, its references with it. */
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

/** A document with resources of its own inside is one of them: then its references stay as they are. */
function hasInnerIds(schema: JsonSchema): boolean {
  let hasId = false
  walkSchema(schema, ({ $id }) => {
    hasId ||= $id !== undefined
  })
  return hasId
}

/** The fragment of a local reference as a path; an anchor, unique only in its own schema, by where it stands. */
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
