/**
 * The params of a tool: exactly what its row declares, with defaults filled in. Floor 3, pure.
 *
 * Nothing is coerced here: what loses nothing in a person's form would hide a mistake in a program. (A skill's own
 * `args` are coerced, by the pipeline, as at every door.)
 * Source: specification "Skills Protocol", Transport: what is outside the schema and its extras is -32602.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { validate } from '../contract/schema/validate.ts'
import { AppError } from '../errors.ts'
import type { AgentTool } from './tool.ts'

type Declared = Pick<AgentTool, 'name' | 'parameters' | 'extras'>

/** What is really taken: the published parameters, narrowed and widened by the extras, and nothing else. */
export function acceptedParams({ parameters, extras = {} }: Declared): JsonSchema {
  const declared = isObject(parameters.properties) ? parameters.properties : {}
  const names = [...new Set([...Object.keys(declared), ...Object.keys(extras)])]
  const properties = Object.fromEntries(
    names.map((name) => [name, { ...(declared[name] as JsonSchema), ...extras[name] }]),
  )
  return { ...parameters, properties, additionalProperties: false }
}

const schemas = new WeakMap<object, JsonSchema>()

/** Absent params are an empty object. Throws INVALID_INPUT, or MISSING_REQUIRED_PARAM when nothing else is wrong. */
export function takeParams(tool: Declared, params: Json = {}): { filled: JsonObject; sent: JsonObject } {
  if (!isObject(params)) {
    const message = `${tool.name} takes its params by name, as an object.`
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '', message, keyword: 'type' }] })
  }
  const schema = schemas.get(tool) ?? canonicalOf(tool)
  const issues = validate(schema, params)
  if (issues.length === 0) return { filled: withDefaults(schema, params), sent: params }
  const isMissing = issues.every(({ keyword }) => keyword === 'required')
  throw new AppError(isMissing ? 'MISSING_REQUIRED_PARAM' : 'INVALID_INPUT', {
    message: `The params of ${tool.name} do not fit: see details.`,
    issues,
  })
}

function canonicalOf(tool: Declared): JsonSchema {
  const { schema } = canonicalSchema(acceptedParams(tool))
  if (!schema) throw new Error(`the schema of ${tool.name} is none`)
  schemas.set(tool, schema)
  return schema
}

function withDefaults({ properties }: JsonSchema, params: JsonObject): JsonObject {
  const defaults = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) =>
    isObject(field) && field.default !== undefined ? [[name, field.default] as const] : [],
  )
  return { ...Object.fromEntries(defaults), ...params }
}
