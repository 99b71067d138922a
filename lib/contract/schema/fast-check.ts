/**
 * One question answered fast: is this value JSON, and does it keep the schema?
 *
 * Ground, for servers. Most inputs are valid, and these need not be copied, mended or explained. What is not accepted
 * here is no fault yet: it goes the long way, which has the last word. So a schema that is hard to judge this way is
 * simply left to the other.
 */

import { _, Ajv2020 } from 'ajv/dist/2020.js'
import { type Code, getProperty, type Name, not, or } from 'ajv/dist/compile/codegen/index.js'
import type { KeywordCxt } from 'ajv/dist/core.js'
import * as ucs2length from 'ajv/dist/runtime/ucs2length.js'
import { isJson } from '../json/is-json.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { withinReason } from './effort.ts'
import { ASSERTED_FORMATS, checkOfFormat } from './formats.ts'
import { isLarge, MOST_INLINED } from './is-large.ts'
import { linearRegex } from './linear-regex.ts'
import { markJson } from './mark-json.ts'
import { teachFastKeywords } from './own-keywords.ts'
import { mapSchema, walkSchema } from './schema-tree.ts'

export type FastCheck = (value: unknown) => boolean

/** A bundler takes what this module exports for the function, Node the whole module: whichever it is. */
const countCharacters = functionIn(ucs2length)
function functionIn(found: unknown): (text: string) => number {
  return typeof found === 'function'
    ? (found as (text: string) => number)
    : functionIn((found as { default: unknown }).default)
}

/**
 * Of a schema as `compileWith` prepared it; null for one that is left to the long way. A keyword `present` lists keys
 * that an object must have, whatever it is required to have; with `fills` they get their defaults instead, in the
 * value that is asked about.
 */
export function newFastCheck(prepared: JsonSchema, { fills = false } = {}): FastCheck | null {
  if (isLarge(prepared) || !canBeFast(prepared)) return null
  const ajv = newAjv(fills)
  const marked = mapSchema(markJson(mapSchema(prepared, inPlainKeywords)), asWhole)
  const check = compileOrNot(ajv, fills ? mapSchema(marked, withoutPresence) : marked)
  if (!check) return null
  // Without choices, references and patterns nothing can take long: limits would cost as much as the question.
  if (isSimple(prepared)) return check
  return (value) =>
    withinReason(
      () => check(value),
      () => false,
    )
}

/** Null for what is too much for one function: thousands of fields, each with a default. */
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

/** Not what the interpreter answers, and no name that every object seems to have. */
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

/** Our own keywords cost a call each; where Ajv's say the same, Ajv's are asked. */
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

/** One question instead of three: the remainder of a division is the dearest of them. */
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

// More are looked up: going through thousands for each item of a list takes minutes.
const MOST_WRITTEN_OUT = 64

function isShort(values: Json): boolean {
  return Array.isArray(values) && values.length <= MOST_WRITTEN_OUT
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
    inlineRefs: MOST_INLINED,
    code: { regExp: linearRegex },
  })
  // Account of what was evaluated is kept for keywords that are not asked here.
  ajv.opts.unevaluated = false
  for (const format of ASSERTED_FORMATS) ajv.addFormat(format, checkOfFormat(format))
  teachFastKeywords(ajv)
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
  // First of all: what is asked here is answered soonest.
  ajv.addKeyword({
    keyword: 'present',
    type: 'object',
    schemaType: 'array',
    before: 'maxProperties',
    code: checkPresent,
  })
  // Right after `required` has looked at the object: the engine then knows its prototype without a call.
  ajv.addKeyword({
    keyword: 'onlyKeys',
    type: 'object',
    schemaType: 'object',
    before: 'properties',
    code: checkKeys,
  })
  return ajv
}

// As Ajv does it: few names are compared, many looked up.
const MOST_COMPARED = 8

/**
 * An object of JSON with no keys but these, and none of them undefined. What it holds is for its properties' schemas;
 * a key whose value is `true` here is asked for elsewhere, so it cannot be undefined either.
 */
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
    if (keys.length > MOST_COMPARED) {
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

/** Characters are counted only where their number is in doubt: each is one unit of a text, or two. */
function checkLength(cxt: KeywordCxt): void {
  const { gen, data, keyword, schema: limit } = cxt
  const count = _`${gen.scopeValue('func', { ref: countCharacters })}(${data})`
  const isOver = keyword === 'maxLength'
  if (isOver) cxt.fail(_`${data}.length > ${limit} && ${count} > ${limit}`)
  else cxt.fail(_`${data}.length < ${2 * limit} && ${count} < ${limit}`)
}

/** Ends the whole check, without an error that nobody reads: what is not accepted at once goes another way. */
function checkPresent({ gen, data, schema }: KeywordCxt): void {
  const isAbsent = (schema as string[]).map((key) => _`${data}${getProperty(key)} === undefined`)
  gen.if(or(...isAbsent), () => gen.return(false))
}
