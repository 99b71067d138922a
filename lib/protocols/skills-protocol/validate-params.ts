/** See docs/spec/skills-protocol.md §1. `coerceParams` has converted what can be converted without loss. */

import { validateValue } from '../../json-schema/evaluate/compile.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import type { ProtocolTool } from './protocol-tool.ts'

export type DeclaredParams = Pick<ProtocolTool, 'name' | 'parameters' | 'extras'>

export function buildParamsSchema({ parameters, extras = {} }: DeclaredParams): JsonSchema {
  const declared = isObject(parameters.properties) ? parameters.properties : {}
  const names = [...new Set([...Object.keys(declared), ...Object.keys(extras)])]
  const properties = Object.fromEntries(
    names.map((name) => [name, { ...(declared[name] as JsonSchema), ...extras[name] }]),
  )
  return { ...parameters, properties, additionalProperties: false }
}

/** Returns the definition that models get: the one of the Skills Protocol, with the extras that each should know. */
export function toModelTool({
  name,
  description,
  parameters,
  extras = {},
  hint,
  shownExtras = [],
}: ProtocolTool) {
  const declared = isObject(parameters.properties) ? parameters.properties : {}
  const shown = Object.fromEntries(
    shownExtras.flatMap((field) => (extras[field] ? [[field, extras[field]]] : [])),
  )
  return {
    name,
    description: hint ? `${description} ${hint}` : description,
    parameters: { ...parameters, properties: { ...declared, ...shown } } as JsonSchema,
  }
}

export const MAX_PARAMS = 100

const schemas = new WeakMap<object, JsonSchema>()

/** Absent params are an empty object. Throws INVALID_INPUT, or MISSING_REQUIRED_PARAM if nothing else is wrong. */
export function validateParams(
  tool: DeclaredParams,
  params: Json = {},
): { filled: JsonObject; sent: JsonObject } {
  if (!isObject(params)) {
    const message = `The params of ${tool.name} must be an object.`
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '', message, keyword: 'type' }] })
  }
  // Reporting each of a million names would take seconds.
  if (Object.keys(params).length > MAX_PARAMS) {
    const message = `The params of ${tool.name} can have at most ${MAX_PARAMS} names.`
    throw new AppError('INVALID_INPUT', {
      message,
      issues: [{ path: '', message, keyword: 'maxProperties' }],
    })
  }
  const schema = canonicalParams(tool)
  const issues = validateValue(schema, params)
  if (issues.length === 0) return { filled: withDefaults(schema, params), sent: params }
  const isMissing = issues.every(({ keyword }) => keyword === 'required')
  throw new AppError(isMissing ? 'MISSING_REQUIRED_PARAM' : 'INVALID_INPUT', {
    message: `Invalid params for ${tool.name}. See details.`,
    issues: issues.map((issue) => withoutQuotes(issue, params)),
  })
}

/** A model that sends "5" for a number corrects itself if the message says so. */
function withoutQuotes(issue: Issue, params: JsonObject): Issue {
  const sent = valueAt(params, issue.path)
  if (issue.keyword !== 'type' || typeof sent !== 'string') return issue
  const meant = parsed(sent)
  const { type } = issue.params ?? {}
  const advice =
    type === 'array' && !Array.isArray(meant)
      ? `write ["${shortened(sent)}"]`
      : type === 'array' || type === 'object'
        ? 'send it as JSON, not as text in quotes'
        : meant !== undefined && validateValue({ type: type as Json }, meant).length === 0
          ? `write ${shortened(sent.trim())} without quotes`
          : undefined
  return advice ? { ...issue, message: `${issue.message}: ${advice}` } : issue
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const MAX_SHOWN_CHARS = 60

export function shortened(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…` : text
}

export function canonicalParams(tool: DeclaredParams): JsonSchema {
  const known = schemas.get(tool)
  if (known) return known
  const { schema } = canonicalSchema(buildParamsSchema(tool))
  if (!schema) throw new Error(`the params schema of ${tool.name} is invalid`)
  schemas.set(tool, schema)
  return schema
}

function withDefaults({ properties }: JsonSchema, params: JsonObject): JsonObject {
  const defaults = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) =>
    isObject(field) && field.default !== undefined ? [[name, field.default] as const] : [],
  )
  return { ...Object.fromEntries(defaults), ...params }
}
