/** Errors of branches come directly before the choice's own, as `faults.ts` expects. */
import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { knownRegex } from '../regex/linear-regex.ts'
import type { EvaluationFrame } from './interpreter.ts'
import { acceptsAnything } from './interpreter-references.ts'
import type { KeywordRule } from './interpreter-rules.ts'

export const CHOICES: KeywordRule[] = [
  ['$ref', (frame, ref) => frame.here(frame.findTarget(frame.schema, String(ref)), frame.errors)],
  ['not', (frame, schema) => frame.here(schema, []) && frame.fail('not')],
  ['anyOf', checkAnyOf],
  ['oneOf', checkOneOf],
  ['allOf', checkAllOf],
  ['if', checkIf],
]

export const ARRAY_PARTS: KeywordRule[] = [
  ['prefixItems', checkPrefix],
  ['items', checkItems],
  ['contains', checkContains],
  ['unevaluatedItems', checkUnevaluatedItems],
]

export const OBJECT_PARTS: KeywordRule[] = [
  ['propertyNames', checkNames],
  ['additionalProperties', checkAdditional],
  ['dependencies', checkDependencies],
  ['properties', checkProperties],
  ['patternProperties', checkPatterns],
  ['dependentRequired', checkDependencies],
  ['dependentSchemas', checkDependencies],
  ['unevaluatedProperties', checkUnevaluatedProperties],
]

function checkAllOf(frame: EvaluationFrame, schemas: Json): void {
  for (const each of schemas as Json[]) frame.here(each, frame.errors, true)
}

function checkAnyOf(frame: EvaluationFrame, schemas: Json): void {
  const complaints: ErrorObject[] = []
  let isMatched = false
  for (const each of schemas as Json[]) {
    // A later branch may evaluate more.
    if (isMatched && !frame.evaluated) break
    isMatched = frame.here(each, complaints) || isMatched
  }
  if (isMatched) return
  frame.errors.push(...complaints)
  frame.fail('anyOf')
}

function checkOneOf(frame: EvaluationFrame, schemas: Json): void {
  const complaints: ErrorObject[] = []
  const passing: number[] = []
  for (const [index, each] of (schemas as Json[]).entries()) {
    if (frame.here(each, complaints)) passing.push(index)
    if (passing.length === 2) break
  }
  if (passing.length === 1) return
  frame.errors.push(...complaints)
  frame.fail('oneOf', { passingSchemas: passing.length === 2 ? passing : null })
}

function checkIf(frame: EvaluationFrame, condition: Json): void {
  const { schema } = frame
  const failingKeyword = frame.here(condition, []) ? 'then' : 'else'
  const clause = schema[failingKeyword]
  if (clause !== undefined && !frame.here(clause, frame.errors)) frame.fail('if', { failingKeyword })
}

function item(
  frame: EvaluationFrame,
  schema: Json | undefined,
  index: number,
  errors = frame.errors,
): boolean {
  return frame.below(schema, (frame.data as Json[])[index] as Json, {
    path: `${frame.path}/${index}`,
    errors,
  })
}

function checkPrefix(frame: EvaluationFrame, schemas: Json): void {
  const count = Math.min((schemas as Json[]).length, (frame.data as Json[]).length)
  for (let index = 0; index < count; index++) {
    item(frame, (schemas as Json[])[index], index)
    frame.evaluated?.items.add(index)
  }
}

function checkItems(frame: EvaluationFrame, schema: Json): void {
  const { length } = frame.data as Json[]
  const from = Array.isArray(frame.schema.prefixItems) ? frame.schema.prefixItems.length : 0
  if (from > 0 && schema === false) {
    if (length > from) frame.fail('items', { limit: from })
  } else {
    for (let index = from; index < length; index++) item(frame, schema, index)
  }
  if (frame.evaluated) frame.evaluated.allItems = true
}

function checkContains(frame: EvaluationFrame, schema: Json): void {
  const { minContains = 1, maxContains } = frame.schema
  const min = Number(minContains)
  const max = maxContains === undefined ? Number.POSITIVE_INFINITY : Number(maxContains)
  if (max === Number.POSITIVE_INFINITY && min === 0 && !frame.evaluated) return
  const complaints: ErrorObject[] = []
  let count = 0
  for (const index of (frame.data as Json[]).keys()) {
    if (item(frame, schema, index, acceptsAnything(schema) ? [] : complaints)) {
      count++
      frame.evaluated?.items.add(index)
    }
    if (count > max || (max === Number.POSITIVE_INFINITY && count >= min && !frame.evaluated)) break
  }
  if (count >= min && count <= max) return
  frame.errors.push(...complaints)
  frame.fail('contains', {
    minContains: min,
    ...(maxContains !== undefined && { maxContains }),
  })
}

function checkUnevaluatedItems(frame: EvaluationFrame, schema: Json): void {
  const { evaluated } = frame
  if (!evaluated || evaluated.allItems) return
  const left = [...(frame.data as Json[]).keys()].filter((index) => !evaluated.items.has(index))
  if (schema !== false) for (const index of left) item(frame, schema, index)
  else if (left.length > 0) frame.fail('unevaluatedItems', { limit: left[0] })
  evaluated.allItems = true
}

function property(frame: EvaluationFrame, schema: Json | undefined, key: string): boolean {
  return frame.below(schema, (frame.data as JsonObject)[key] as Json, {
    path: frame.path + toPointer([key]),
    errors: frame.errors,
  })
}

function checkNames(frame: EvaluationFrame, schema: Json): void {
  for (const key of Object.keys(frame.data as JsonObject)) {
    const errorTarget = { path: frame.path, errors: frame.errors, propertyName: key }
    if (!frame.below(schema, key, errorTarget)) frame.fail('propertyNames', { propertyName: key })
  }
}

function checkAdditional(frame: EvaluationFrame, schema: Json): void {
  const { properties, patternProperties } = frame.schema
  const patterns = Object.keys(isObject(patternProperties) ? patternProperties : {}).map(knownRegex)
  for (const key of Object.keys(frame.data as JsonObject)) {
    if (isObject(properties) && Object.hasOwn(properties, key)) continue
    if (patterns.some((pattern) => pattern.test(key))) continue
    if (schema === false) frame.fail('additionalProperties', { additionalProperty: key })
    else property(frame, schema, key)
  }
  if (frame.evaluated) frame.evaluated.allKeys = true
}

function checkProperties(frame: EvaluationFrame, properties: Json): void {
  for (const [key, schema] of entriesOf(properties as JsonObject)) {
    if (!Object.hasOwn(frame.data as JsonObject, key)) continue
    property(frame, schema, key)
    frame.evaluated?.keys.add(key)
  }
}

const entries = new WeakMap<JsonObject, [string, Json][]>()

function entriesOf(properties: JsonObject): [string, Json][] {
  const known = entries.get(properties) ?? Object.entries(properties)
  entries.set(properties, known)
  return known
}

function checkPatterns(frame: EvaluationFrame, patterns: Json): void {
  for (const [pattern, schema] of Object.entries(patterns as JsonObject)) {
    const regex = knownRegex(pattern)
    for (const key of Object.keys(frame.data as JsonObject)) {
      if (!regex.test(key)) continue
      property(frame, schema, key)
      frame.evaluated?.keys.add(key)
    }
  }
}

function checkDependencies(frame: EvaluationFrame, dependencies: Json): void {
  const data = frame.data as JsonObject
  const keyword = frame.schema.dependencies === dependencies ? 'dependencies' : 'dependentRequired'
  const entries = Object.entries(dependencies as JsonObject).filter(([key]) => Object.hasOwn(data, key))
  for (const [key, names] of entries) {
    if (!Array.isArray(names)) continue
    for (const missingProperty of names) {
      if (Object.hasOwn(data, String(missingProperty))) continue
      frame.fail(keyword, {
        property: key,
        missingProperty,
        depsCount: names.length,
        deps: names.join(', '),
      })
    }
  }
  for (const [, schema] of entries) if (!Array.isArray(schema)) frame.here(schema, frame.errors)
}

function checkUnevaluatedProperties(frame: EvaluationFrame, schema: Json): void {
  const { evaluated } = frame
  if (!evaluated || evaluated.allKeys) return
  for (const key of Object.keys(frame.data as JsonObject)) {
    if (evaluated.keys.has(key)) continue
    if (schema === false) frame.fail('unevaluatedProperties', { unevaluatedProperty: key })
    else property(frame, schema, key)
  }
  evaluated.allKeys = true
}
