/** Checks in one pass. The full validation decides on values that fail. */

import { _, Ajv2020 } from 'ajv/dist/2020.js'
import { type Code, getProperty, type Name, not, or } from 'ajv/dist/compile/codegen/index.js'
import type { KeywordCxt } from 'ajv/dist/core.js'
import * as ucs2length from 'ajv/dist/runtime/ucs2length.js'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { isJson } from '../../kernel/json/to-json.ts'
import { withinWorkLimit } from '../limits/effort.ts'
import { linearRegex } from '../regex/linear-regex.ts'
import { mapSchema, walkSchema } from '../tree/schema-tree.ts'
import { isLarge, MAX_INLINED_KEYWORDS } from './engine.ts'
import { ASSERTED_FORMATS, checkOfFormat } from './formats.ts'
import { markJson } from './mark-json.ts'
import { addFastKeywords } from './own-keywords.ts'

export type FastCheck = (value: unknown) => boolean

const countCharacters = functionIn(ucs2length)
function functionIn(found: unknown): (text: string) => number {
  return typeof found === 'function'
    ? (found as (text: string) => number)
    : functionIn((found as { default: unknown }).default)
}

/**
 * Returns null if the schema needs the full validation. `present` lists keys that must exist besides `required`; with
 * `fills` they get their defaults.
 */
export function newFastCheck(prepared: JsonSchema, { fills = false } = {}): FastCheck | null {
  if (isLarge(prepared) || !canBeFast(prepared)) return null
  const ajv = newAjv(fills)
  const marked = mapSchema(markJson(mapSchema(prepared, inPlainKeywords)), asWhole)
  const check = compileOrNot(ajv, fills ? mapSchema(marked, withoutPresence) : marked)
  if (!check) return null
  // Simple schemas have a bounded cost.
  if (isSimple(prepared)) return check
  return (value) =>
    withinWorkLimit(
      () => check(value),
      () => false,
    )
}

function compileOrNot(ajv: Ajv2020, schema: JsonSchema): FastCheck | null {
  try {
    return ajv.compile(schema) as FastCheck
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

const COUNTED = ['$ref', 'work', 'pattern', 'patternProperties']

function isSimple(schema: JsonSchema): boolean {
  let isFound = false
  walkSchema(schema, (each) => {
    isFound ||= COUNTED.some((keyword) => each[keyword] !== undefined)
  })
  return !isFound
}

const INHERITED = Object.getOwnPropertyNames(Object.prototype)

function canBeFast(schema: JsonSchema): boolean {
  let can = true
  walkSchema(schema, (each) => {
    const { properties, required, dependentRequired, dependentSchemas, dependencies } = each
    const names = [properties, dependentRequired, dependentSchemas, dependencies].flatMap((named) =>
      Object.keys(named ?? {}),
    )
    if (Array.isArray(required)) names.push(...required.map(String))
    can &&= each.unevaluatedItems === undefined && each.unevaluatedProperties === undefined
    can &&= each.$id === undefined && !names.some((name) => INHERITED.includes(name))
  })
  return can
}

/** Each custom keyword costs a call. */
function inPlainKeywords({ safeInteger, enum: values, const: only, ...schema }: JsonSchema): JsonSchema {
  const { maximum, minimum } = schema
  const [most, least] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  return {
    ...schema,
    ...(safeInteger !== undefined && {
      maximum: typeof maximum === 'number' ? Math.min(maximum, most) : most,
      minimum: typeof minimum === 'number' ? Math.max(minimum, least) : least,
    }),
    ...(values !== undefined && { [isShort(values) && isPlain(values) ? 'enum' : 'exactEnum']: values }),
    ...(only !== undefined && { [isPlain([only]) ? 'const' : 'exactConst']: only }),
  }
}

/** Ajv's remainder operation is slow. */
function asWhole({ type, ...schema }: JsonSchema): JsonSchema {
  if (type !== 'integer') return type === undefined ? schema : { type, ...schema }
  const { maximum, minimum, ...others } = schema
  return {
    ...others,
    isWhole: true,
    ...(maximum !== Number.MAX_SAFE_INTEGER && maximum !== undefined && { maximum }),
    ...(minimum !== Number.MIN_SAFE_INTEGER && minimum !== undefined && { minimum }),
  }
}

function withoutPresence({ present: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

// Comparing thousands of fields for each item takes minutes.
const MAX_INLINE_VALUES = 64

function isShort(values: Json): boolean {
  return Array.isArray(values) && values.length <= MAX_INLINE_VALUES
}

function isPlain(values: Json): boolean {
  return Array.isArray(values) && values.every((each) => typeof each !== 'object' || each === null)
}

function newAjv(useDefaults: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    messages: false,
    useDefaults,
    inlineRefs: MAX_INLINED_KEYWORDS,
    code: { regExp: linearRegex },
  })
  ajv.opts.unevaluated = false
  for (const format of ASSERTED_FORMATS) ajv.addFormat(format, checkOfFormat(format))
  addFastKeywords(ajv)
  ajv.addKeyword({
    keyword: 'isJson',
    validate: (_: unknown, value: unknown) => isJson(value),
    errors: false,
  })
  ajv.addKeyword({ keyword: 'isWhole', schemaType: 'boolean', before: 'maximum', code: checkWhole })
  for (const keyword of ['maxLength', 'minLength'] as const) {
    ajv.removeKeyword(keyword)
    ajv.addKeyword({ keyword, type: 'string', schemaType: 'number', code: checkLength })
  }
  // This check fails fastest.
  ajv.addKeyword({
    keyword: 'present',
    type: 'object',
    schemaType: 'array',
    before: 'maxProperties',
    code: checkPresent,
  })
  ajv.addKeyword({
    keyword: 'onlyKeys',
    type: 'object',
    schemaType: 'object',
    before: 'properties',
    code: checkKeys,
  })
  return ajv
}

// The same as in Ajv.
const MAX_COMPARED_KEYS = 8

/** Refuses other keys and undefined values. Keys with `true` are checked elsewhere. */
function checkKeys(cxt: KeywordCxt): void {
  const { gen, data } = cxt
  const keys = Object.entries(cxt.schema as Record<string, boolean>)
  const prototypeOf = gen.scopeValue('func', { ref: Object.getPrototypeOf })
  const plain = gen.scopeValue('obj', { ref: Object.prototype })
  const prototype = gen.const('prototype', _`${prototypeOf}(${data})`)
  const valid = gen.let('valid', _`${prototype} === ${plain} || ${prototype} === null`)
  gen.if(valid, () =>
    gen.forIn('key', data, (key) => gen.if(not(isKnown(key)), () => gen.assign(valid, false).break())),
  )
  cxt.pass(valid)

  function isKnown(key: Name): Code {
    if (keys.length === 0) return _`false`
    if (keys.length > MAX_COMPARED_KEYS) {
      const known = gen.scopeValue('obj', { ref: new Set(keys.map(([each]) => each)) })
      return _`${known}.has(${key}) && ${data}[${key}] !== undefined`
    }
    return or(
      ...keys.map(([each, isSure]) =>
        isSure ? _`${key} === ${each}` : _`(${key} === ${each} && ${data}${getProperty(each)} !== undefined)`,
      ),
    )
  }
}

function checkWhole(cxt: KeywordCxt): void {
  cxt.fail(_`!${cxt.gen.scopeValue('func', { ref: Number.isSafeInteger })}(${cxt.data})`)
}

/** Counts characters where the UTF-16 length is not conclusive. */
function checkLength(cxt: KeywordCxt): void {
  const { gen, data, keyword, schema: limit } = cxt
  const count = _`${gen.scopeValue('func', { ref: countCharacters })}(${data})`
  const isOver = keyword === 'maxLength'
  if (isOver) cxt.fail(_`${data}.length > ${limit} && ${count} > ${limit}`)
  else cxt.fail(_`${data}.length < ${2 * limit} && ${count} < ${limit}`)
}

function checkPresent({ gen, data, schema }: KeywordCxt): void {
  const isAbsent = (schema as string[]).map((key) => _`${data}${getProperty(key)} === undefined`)
  gen.if(or(...isAbsent), () => gen.return(false))
}
