/**
 * Schemas into functions that find faults (Ajv, 2020-12).
 *
 * Ground, but for servers: Ajv writes functions, which a browser under our policy refuses. Answers raw
 * faults; `validate` makes sentences of them. Source: specification "Contracts" §1.
 */

import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { textCache } from '../json/text-cache.ts'
import { withinReason } from './effort.ts'
import { ASSERTED_FORMATS, hasFormat } from './formats.ts'
import { linearRegex } from './linear-regex.ts'
import { teachKeywords } from './own-keywords.ts'
import { mapSchema, refTo, typesOf, walkSchema } from './schema-tree.ts'

export type Compiled = {
  /** The schema as compiled: `parentSchema` of a fault is an object inside it. */
  schema: JsonSchema
  accepts: (value: Json) => boolean
  /** Everything Ajv has to say, branches not taken included. */
  errors: (value: Json) => ErrorObject[]
  /** The same questions of a schema inside this one, by its pointer. Throws when there is none. */
  at: (pointer: string) => Compiled
  /** One check of an object whose property "0" is held against the first of these, "1" against the second … */
  atEach: (pointers: readonly string[]) => Compiled
  /** Where a schema object of this tree stands. */
  pointerOf: (schema: unknown) => string | undefined
}

const remember = textCache<Compiled>(8 * 1024 * 1024)

/** Compiles a schema that `canonicalSchema` let through, once. Throws for one that it would have refused. */
export function compile(schema: JsonSchema): Compiled {
  return remember(JSON.stringify(schema), () => compileFresh(schema))
}

const ROOT = 'guildhall:contract'

function compileFresh(authored: JsonSchema): Compiled {
  const schema = mapSchema(authored, prepare)
  const pointers = new Map<unknown, string>()
  walkSchema(schema, (each, pointer) => pointers.set(each, pointer))
  const ajv = newAjv()
  ajv.addSchema(schema, ROOT)
  const inside = new Map<string, Compiled>()

  function at(pointer: string): Compiled {
    const known = inside.get(pointer)
    if (known) return known
    const compiled = compiledFrom({ $ref: ROOT + refTo(pointer) })
    inside.set(pointer, compiled)
    return compiled
  }

  function atEach(each: readonly string[]): Compiled {
    const properties = Object.fromEntries(
      each.map((pointer, index) => [index, { $ref: ROOT + refTo(pointer) }]),
    )
    return compiledFrom({ type: 'object', properties })
  }

  function compiledFrom(part: JsonSchema): Compiled {
    const check = ajv.compile(part)
    const errors = (value: Json) => withinReason(() => (check(value) ? [] : (check.errors ?? [])), tooDeep)
    return {
      schema,
      at,
      atEach,
      pointerOf: (each) => pointers.get(each),
      accepts: (value) => errors(value).length === 0,
      errors,
    }
  }

  return at('')
}

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    // The schema was held against the meta-schema when it was made canonical.
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    allErrors: true,
    verbose: true,
    // Otherwise "toString" counts as present in every object.
    ownProperties: true,
    // 19.99 is a multiple of 0.01, whatever binary fractions make of it.
    multipleOfPrecision: 9,
    code: { regExp: linearRegex },
  })
  for (const format of ASSERTED_FORMATS) ajv.addFormat(format, (text: string) => hasFormat(format, text))
  teachKeywords(ajv)
  return ajv
}

function tooDeep(): ErrorObject[] {
  return [{ keyword: 'effort', instancePath: '', schemaPath: '#', params: {} }]
}

/** What Ajv has to be told beyond the schema's own text. Nothing here changes what the schema accepts. */
function prepare(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema)
  const isWhole = types.includes('integer') && !types.includes('number')
  const isChoice = schema.oneOf !== undefined || schema.anyOf !== undefined
  const marked = { ...schema, ...(isWhole && { safeInteger: true }), ...(isChoice && { countChoice: true }) }
  return [ownProto, loneIf, staticRef].reduce((each, change) => change(each), marked)
}

/** Ajv drops an `if` without `then` and `else`; what it evaluates still counts for `unevaluatedProperties`. */
function loneIf({ if: condition, ...schema }: JsonSchema): JsonSchema {
  if (condition === undefined) return schema
  if (schema.then !== undefined || schema.else !== undefined) return { if: condition, ...schema }
  return {
    ...schema,
    allOf: [...(Array.isArray(schema.allOf) ? schema.allOf : []), { anyOf: [condition, true] }],
  }
}

/** In a document of one resource (`canonicalSchema` sees to it) a dynamic reference can only mean one place. */
function staticRef({ $dynamicRef, ...schema }: JsonSchema): JsonSchema {
  if ($dynamicRef === undefined) return schema
  if (schema.$ref === undefined) return { ...schema, $ref: $dynamicRef }
  return { ...schema, allOf: [...(Array.isArray(schema.allOf) ? schema.allOf : []), { $ref: $dynamicRef }] }
}

const PROTO = '__proto__'

/** Ajv skips a property of that name; as a pattern it is seen. */
function ownProto(schema: JsonSchema): JsonSchema {
  const { properties, patternProperties } = schema
  if (!isObject(properties) || !Object.hasOwn(properties, PROTO)) return schema
  const patterns = isObject(patternProperties) ? patternProperties : {}
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => key !== PROTO)),
    patternProperties: { ...patterns, [`^${PROTO}$`]: properties[PROTO] as Json },
  }
}
