/**
 * Schemas into functions that find faults (2020-12), by whichever engine.
 *
 * Ground; also in the browser, with `interpreter.ts`. Answers raw faults; `validate` makes sentences of them.
 * Source: specification "Contracts" §1.
 */

import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { withinReason, workOf } from './effort.ts'
import { type Engine, ROOT } from './engine.ts'
import { withoutNullable } from './nullable.ts'
import { withReferredPlaces } from './referred-places.ts'
import { mapSchema, refTo, typesOf, walkSchema } from './schema-tree.ts'

export type Reading = {
  /** Whether a whole number that JSON text may not have kept exactly is refused where an integer is asked for. */
  refusesRounded: boolean
}

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

/** Reads a schema that `canonicalSchema` let through. Throws for one that it would have refused. */
export function compileWith(
  makeEngine: (schema: JsonSchema) => Engine,
  authored: JsonSchema,
  reading: Reading = { refusesRounded: true },
): Compiled {
  const schema = mapSchema(withReferredPlaces(authored), (each) => prepare(each, reading))
  const pointers = new Map<unknown, string>()
  walkSchema(schema, (each, pointer) => pointers.set(each, pointer))
  const engine = makeEngine(schema)
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
    const check = engine(part)
    const errors = (value: Json) => withinReason(() => check(value), tooDeep)
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

function tooDeep(): ErrorObject[] {
  return [{ keyword: 'effort', instancePath: '', schemaPath: '#', params: {} }]
}

/** What the engines have to be told beyond the schema's own text. */
function prepare(schema: JsonSchema, { refusesRounded }: Reading): JsonSchema {
  const meant = [onlyStandard, ownProto, withoutNullable, staticRef].reduce(
    (each, change) => change(each),
    schema,
  )
  const types = typesOf(meant)
  const isWhole = refusesRounded && types.includes('integer') && !types.includes('number')
  const work = workOf(meant)
  return { ...meant, ...(isWhole && { safeInteger: true }), ...(work && { work }) }
}

// Words that mean something to an engine and nothing to the standard: a note that somebody wrote must not be taken for one.
// biome-ignore format: a list reads in rows
const WORDS_OF_ENGINES = ['id', '$async', '$recursiveRef', '$recursiveAnchor', 'discriminator', 'safeInteger', 'work', 'present',
  'onlyKeys', 'isJson', 'isWhole', 'exactEnum', 'exactConst']

function onlyStandard(schema: JsonSchema): JsonSchema {
  if (!WORDS_OF_ENGINES.some((word) => Object.hasOwn(schema, word))) return schema
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !WORDS_OF_ENGINES.includes(keyword)))
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
