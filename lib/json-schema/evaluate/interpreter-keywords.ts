/** The rules of the interpreter for each keyword, in the order in which Ajv applies them (`ajv.RULES`). */
import type { ErrorObject } from 'ajv'
import { isMultipleOf, isRounded } from '../../kernel/json/exact-number.ts'
import {
  isObject,
  isSameJson,
  type Json,
  type JsonObject,
  type JsonSchema,
  sameText,
} from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { spendWorkOf, type Work } from '../limits/work-budget.ts'
import { knownRegex } from '../regex/linear-regex.ts'
import { ASSERTED_FORMATS, hasFormat } from './formats.ts'
import type { EvaluationFrame } from './interpreter.ts'
import { isAmong } from './own-keywords.ts'

type KeywordRule = [keyword: string, check: (frame: EvaluationFrame, value: Json) => void]

export function isKeywordUsed([keyword]: KeywordRule, schema: JsonSchema): boolean {
  return schema[keyword] !== undefined
}

const APPLICATORS: KeywordRule[] = [
  ['$ref', (frame, ref) => frame.checkInPlace(frame.findTarget(frame.schema, String(ref)), frame.errors)],
  ['not', (frame, schema) => frame.checkInPlace(schema, []) && frame.fail('not')],
  ['anyOf', checkAnyOf],
  ['oneOf', checkOneOf],
  ['allOf', checkAllOf],
  ['if', checkIf],
]

const ARRAY_APPLICATORS: KeywordRule[] = [
  ['prefixItems', checkPrefix],
  ['items', checkItems],
  ['contains', checkContains],
  ['unevaluatedItems', checkUnevaluatedItems],
]

const OBJECT_APPLICATORS: KeywordRule[] = [
  ['propertyNames', checkNames],
  ['additionalProperties', checkAdditional],
  ['dependencies', checkDependencies],
  ['properties', checkProperties],
  ['patternProperties', checkPatterns],
  ['dependentRequired', checkDependencies],
  ['dependentSchemas', checkDependencies],
  ['unevaluatedProperties', checkUnevaluatedProperties],
]

type KeywordGroup = { type?: 'number' | 'string' | 'array' | 'object'; rules: KeywordRule[] }

// biome-ignore format: table
export const KEYWORD_GROUPS: KeywordGroup[] = [
  { rules: [
    ...APPLICATORS,
    ['enum', (frame, allowedValues) => { if (!isAmong(allowedValues as Json[], frame.data)) frame.fail('enum', { allowedValues }) }],
    ['const', (frame, allowedValue) => { if (!isSameJson(allowedValue, frame.data)) frame.fail('const', { allowedValue }) }],
    ['work', ({ data }, work) => { spendWorkOf(work as Work, data) }],
  ] },
  { type: 'number', rules: [
    ['maximum',          limit('<=', (data, max) => data <= max)],
    ['minimum',          limit('>=', (data, least) => data >= least)],
    ['exclusiveMaximum', limit('<', (data, end) => data < end)],
    ['exclusiveMinimum', limit('>', (data, start) => data > start)],
    ['multipleOf',       (frame, step) => { if (!isMultipleOf(Number(frame.data), Number(step))) frame.fail('multipleOf', { multipleOf: step }) }],
    ['format',           () => {}],
    ['safeInteger',      (frame) => { if (isRounded(Number(frame.data))) frame.fail('safeInteger') }],
  ] },
  { type: 'string', rules: [
    ['maxLength', size('maxLength', (count, max) => count <= max, (data) => [...(data as string)].length)],
    ['minLength', size('minLength', (count, least) => count >= least, (data) => [...(data as string)].length)],
    ['pattern',   (frame, pattern) => { if (!knownRegex(String(pattern)).test(String(frame.data))) frame.fail('pattern', { pattern }) }],
    ['format',    checkFormat],
  ] },
  { type: 'array', rules: [
    ['maxItems', size('maxItems', (count, max) => count <= max, (data) => (data as Json[]).length)],
    ['minItems', size('minItems', (count, least) => count >= least, (data) => (data as Json[]).length)],
    ...ARRAY_APPLICATORS,
    ['uniqueItems', checkUnique],
  ] },
  { type: 'object', rules: [
    ['maxProperties', size('maxProperties', (count, max) => count <= max, (data) => Object.keys(data as JsonObject).length)],
    ['minProperties', size('minProperties', (count, least) => count >= least, (data) => Object.keys(data as JsonObject).length)],
    ['required', checkRequired],
    ...OBJECT_APPLICATORS,
  ] },
]

function limit(comparison: string, isWithin: (data: number, limit: number) => boolean): KeywordRule[1] {
  const keyword = { '<=': 'maximum', '>=': 'minimum', '<': 'exclusiveMaximum', '>': 'exclusiveMinimum' }[
    comparison
  ]
  return (frame, value) => {
    if (!isWithin(Number(frame.data), Number(value)))
      frame.fail(String(keyword), { comparison, limit: value })
  }
}

function size(
  keyword: string,
  isWithin: (count: number, limit: number) => boolean,
  count: (data: Json) => number,
): KeywordRule[1] {
  return (frame, value) => {
    if (!isWithin(count(frame.data), Number(value))) frame.fail(keyword, { limit: value })
  }
}

function checkFormat(frame: EvaluationFrame, format: Json): void {
  const asserted = ASSERTED_FORMATS.find((each) => each === format)
  if (asserted && !hasFormat(asserted, String(frame.data))) frame.fail('format', { format })
}

function checkUnique(frame: EvaluationFrame, isUnique: Json): void {
  const firstIndexes = new Map<string, number>()
  for (const [i, item] of isUnique === true ? (frame.data as Json[]).entries() : []) {
    const text = sameText(item)
    const j = firstIndexes.get(text)
    if (j !== undefined) {
      frame.fail('uniqueItems', { i, j })
      return
    }
    firstIndexes.set(text, i)
  }
}

function checkRequired(frame: EvaluationFrame, names: Json): void {
  for (const name of Array.isArray(names) ? names : []) {
    const isPresent = isObject(frame.data) && Object.hasOwn(frame.data, String(name))
    if (!isPresent) frame.fail('required', { missingProperty: name })
  }
}

// Errors of branches come directly before the choice's own error, as `faults.ts` expects.

function checkAllOf(frame: EvaluationFrame, schemas: Json): void {
  for (const each of schemas as Json[]) frame.checkInPlace(each, frame.errors, true)
}

function checkAnyOf(frame: EvaluationFrame, schemas: Json): void {
  const branchErrors: ErrorObject[] = []
  let isMatched = false
  for (const each of schemas as Json[]) {
    // A later branch may evaluate more.
    if (isMatched && !frame.evaluated) break
    isMatched = frame.checkInPlace(each, branchErrors) || isMatched
  }
  if (isMatched) return
  frame.errors.push(...branchErrors)
  frame.fail('anyOf')
}

function checkOneOf(frame: EvaluationFrame, schemas: Json): void {
  const branchErrors: ErrorObject[] = []
  const passing: number[] = []
  for (const [index, each] of (schemas as Json[]).entries()) {
    if (frame.checkInPlace(each, branchErrors)) passing.push(index)
    if (passing.length === 2) break
  }
  if (passing.length === 1) return
  frame.errors.push(...branchErrors)
  frame.fail('oneOf', { passingSchemas: passing.length === 2 ? passing : null })
}

function checkIf(frame: EvaluationFrame, condition: Json): void {
  const { schema } = frame
  const failingKeyword = frame.checkInPlace(condition, []) ? 'then' : 'else'
  const clause = schema[failingKeyword]
  if (clause !== undefined && !frame.checkInPlace(clause, frame.errors)) frame.fail('if', { failingKeyword })
}

function checkItem(
  frame: EvaluationFrame,
  schema: Json | undefined,
  index: number,
  errors = frame.errors,
): boolean {
  return frame.checkChild(schema, (frame.data as Json[])[index] as Json, {
    path: `${frame.path}/${index}`,
    errors,
  })
}

function checkPrefix(frame: EvaluationFrame, schemas: Json): void {
  const count = Math.min((schemas as Json[]).length, (frame.data as Json[]).length)
  for (let index = 0; index < count; index++) {
    checkItem(frame, (schemas as Json[])[index], index)
    frame.evaluated?.items.add(index)
  }
}

function checkItems(frame: EvaluationFrame, schema: Json): void {
  const { length } = frame.data as Json[]
  const from = Array.isArray(frame.schema.prefixItems) ? frame.schema.prefixItems.length : 0
  if (from > 0 && schema === false) {
    if (length > from) frame.fail('items', { limit: from })
  } else {
    for (let index = from; index < length; index++) checkItem(frame, schema, index)
  }
  if (frame.evaluated) frame.evaluated.allItems = true
}

function checkContains(frame: EvaluationFrame, schema: Json): void {
  const { minContains = 1, maxContains } = frame.schema
  const min = Number(minContains)
  const max = maxContains === undefined ? Number.POSITIVE_INFINITY : Number(maxContains)
  if (max === Number.POSITIVE_INFINITY && min === 0 && !frame.evaluated) return
  const branchErrors: ErrorObject[] = []
  let count = 0
  for (const index of (frame.data as Json[]).keys()) {
    if (checkItem(frame, schema, index, acceptsAnything(schema) ? [] : branchErrors)) {
      count++
      frame.evaluated?.items.add(index)
    }
    if (count > max || (max === Number.POSITIVE_INFINITY && count >= min && !frame.evaluated)) break
  }
  if (count >= min && count <= max) return
  frame.errors.push(...branchErrors)
  frame.fail('contains', {
    minContains: min,
    ...(maxContains !== undefined && { maxContains }),
  })
}

function checkUnevaluatedItems(frame: EvaluationFrame, schema: Json): void {
  const { evaluated } = frame
  if (!evaluated || evaluated.allItems) return
  const left = [...(frame.data as Json[]).keys()].filter((index) => !evaluated.items.has(index))
  if (schema !== false) for (const index of left) checkItem(frame, schema, index)
  else if (left.length > 0) frame.fail('unevaluatedItems', { limit: left[0] })
  evaluated.allItems = true
}

function checkProperty(frame: EvaluationFrame, schema: Json | undefined, key: string): boolean {
  return frame.checkChild(schema, (frame.data as JsonObject)[key] as Json, {
    path: frame.path + toPointer([key]),
    errors: frame.errors,
  })
}

function checkNames(frame: EvaluationFrame, schema: Json): void {
  for (const key of Object.keys(frame.data as JsonObject)) {
    const errorTarget = { path: frame.path, errors: frame.errors, propertyName: key }
    if (!frame.checkChild(schema, key, errorTarget)) frame.fail('propertyNames', { propertyName: key })
  }
}

function checkAdditional(frame: EvaluationFrame, schema: Json): void {
  const { properties, patternProperties } = frame.schema
  const patterns = Object.keys(isObject(patternProperties) ? patternProperties : {}).map(knownRegex)
  for (const key of Object.keys(frame.data as JsonObject)) {
    if (isObject(properties) && Object.hasOwn(properties, key)) continue
    if (patterns.some((pattern) => pattern.test(key))) continue
    if (schema === false) frame.fail('additionalProperties', { additionalProperty: key })
    else checkProperty(frame, schema, key)
  }
  if (frame.evaluated) frame.evaluated.allKeys = true
}

function checkProperties(frame: EvaluationFrame, properties: Json): void {
  for (const [key, schema] of entriesOf(properties as JsonObject)) {
    if (!Object.hasOwn(frame.data as JsonObject, key)) continue
    checkProperty(frame, schema, key)
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
      checkProperty(frame, schema, key)
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
  for (const [, schema] of entries) if (!Array.isArray(schema)) frame.checkInPlace(schema, frame.errors)
}

function checkUnevaluatedProperties(frame: EvaluationFrame, schema: Json): void {
  const { evaluated } = frame
  if (!evaluated || evaluated.allKeys) return
  for (const key of Object.keys(frame.data as JsonObject)) {
    if (evaluated.keys.has(key)) continue
    if (schema === false) frame.fail('unevaluatedProperties', { unevaluatedProperty: key })
    else checkProperty(frame, schema, key)
  }
  evaluated.allKeys = true
}

/** Ajv skips such schemas, so that items which match them leave no errors. */
function acceptsAnything(schema: Json | undefined): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}
