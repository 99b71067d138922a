/** Converts the params of a tool by the rules for the input of skills. See docs/spec/skills-protocol.md §1. */
import { validateValue } from '../../json-schema/evaluate/compile.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { pointerKeys } from '../../kernel/json/json-pointer.ts'
import { canonicalParams, type DeclaredParams, MAX_PARAMS, shortened } from './validate-params.ts'

type CoercedParams = { params: Json | undefined; coercions: Coercion[] }

/**
 * Returns the params with those converted that are valid afterwards, and what was converted. All others are unchanged,
 * for `validateParams` to refuse. What decides on access must read the converted params, because these are what runs.
 */
export function coerceParams(tool: DeclaredParams, params: Json | undefined): CoercedParams {
  if (!isObject(params) || Object.keys(params).length > MAX_PARAMS) return { params, coercions: [] }
  const schema = canonicalParams(tool)
  const properties = schema.properties as JsonObject
  const wrong = new Set(validateValue(schema, params).flatMap(({ path }) => pointerKeys(path).slice(0, 1)))
  const converted = [...wrong].flatMap((name) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isObject(field) || !Object.hasOwn(params, name)) return []
    const { value, coercions, issues } = prepareInput(field, params[name])
    return issues.length > 0 ? [] : [{ name, value, coercions }]
  })
  return {
    params: { ...params, ...Object.fromEntries(converted.map(({ name, value }) => [name, value])) },
    coercions: converted.flatMap(({ name, coercions }) =>
      coercions.map(({ path, from, to }) => ({ path: `/${name}${path}`, from, to })),
    ),
  }
}

/** Returns the conversions for an answer. The model knows a long value, so it is not repeated. */
export function showCoercions(coercions: readonly Coercion[]): JsonObject[] {
  return coercions.map(({ path, from, to }) => ({ path, from: shown(from), to: shown(to) }))
}

function shown(value: Json): Json {
  const text = JSON.stringify(value)
  const short = shortened(text)
  return short === text ? value : short
}
