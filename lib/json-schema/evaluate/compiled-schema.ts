/** A schema compiled by either engine: Ajv (`ajv-engine.ts`) or the interpreter (`interpreter.ts`). */

import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'
import { compileWork, withinWorkLimit } from '../limits/work-budget.ts'
import { withoutNullable } from '../tree/dialect.ts'
import { listTypes, mapSchema, refTo, resolveRef, walkSchema } from '../tree/schema-tree.ts'

/** The URI under which engines know the whole schema. */
export const ROOT_URI = 'schema:root'

/** Compiles a part of one schema. Checks return [] if the value is valid, else errors as Ajv reports them. */
export type SchemaEngine = (part: JsonSchema) => (value: Json) => ErrorObject[]

type CompileOptions = {
  /** Refuses whole numbers above 2^53-1, which were rounded when they were parsed. */
  refusesRounded: boolean
}

export type Compiled = {
  /** The schema as engines get it: with references into `$defs`, and with the keywords `safeInteger` and `work`. */
  schema: JsonSchema
  accepts: (value: Json) => boolean
  /** Returns Ajv's errors, or one of the keyword `effort` where a check takes too much work. */
  errors: (value: Json) => ErrorObject[]
  /** Compiles the part at a pointer into `schema`. */
  at: (pointer: string) => Compiled
  /** Compiles several parts into one check of `{0: [values of pointers[0]], …}`. */
  atEach: (pointers: readonly string[]) => Compiled
  /** Returns undefined for an object that is not a part of `schema`. */
  pointerOf: (schema: unknown) => string | undefined
}

export function compileSchema(
  newEngine: (schema: JsonSchema) => SchemaEngine,
  authored: JsonSchema,
  options: CompileOptions = { refusesRounded: true },
): Compiled {
  const schema = mapSchema(moveReferenceTargets(authored), (each) => prepareKeywords(each, options))
  const pointers = new Map<unknown, string>()
  walkSchema(schema, (each, pointer) => pointers.set(each, pointer))
  const engine = newEngine(schema)
  const compiledParts = new Map<string, Compiled>()

  function at(pointer: string): Compiled {
    const known = compiledParts.get(pointer)
    if (known) return known
    const compiled = compilePart({ $ref: ROOT_URI + refTo(pointer) })
    compiledParts.set(pointer, compiled)
    return compiled
  }

  function atEach(partPointers: readonly string[]): Compiled {
    const properties = Object.fromEntries(
      partPointers.map((pointer, index) => [
        index,
        { type: 'array', items: { $ref: ROOT_URI + refTo(pointer) } },
      ]),
    )
    return compilePart({ type: 'object', properties })
  }

  function compilePart(part: JsonSchema): Compiled {
    const check = engine(part)
    const errors = (value: Json) => withinWorkLimit(() => check(value), effortError)
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

/** Returns where the author wrote what is at `pointer` in a compiled schema. */
export function authoredPointer(pointer: string): string {
  const [keyword = '', name = '', ...rest] = pointerKeys(pointer)
  if (keyword === '$defs' && name.endsWith(MOVED)) {
    const fragment = name.slice(1, -MOVED.length)
    return toPointer([
      ...pointerKeys(decodeURIComponent(fragment)),
      ...pointerKeys(authoredPointer(toPointer(rest))),
    ])
  }
  // See `protoAsPattern`.
  return pointer.replaceAll(toPointer(['patternProperties', `^${PROTO}$`]), toPointer(['properties', PROTO]))
}

const MOVED = ' (moved)'

function effortError(): ErrorObject[] {
  return [{ keyword: 'effort', instancePath: '', schemaPath: '#', params: {} }]
}

function prepareKeywords(schema: JsonSchema, { refusesRounded }: CompileOptions): JsonSchema {
  const standard = [withoutEngineKeywords, protoAsPattern, withoutNullable, staticRef].reduce(
    (each, change) => change(each),
    schema,
  )
  const types = listTypes(standard)
  const isWhole = refusesRounded && types.includes('integer') && !types.includes('number')
  const work = compileWork(standard)
  return { ...standard, ...(isWhole && { safeInteger: true }), ...(work && { work }) }
}

// Ajv or `own-keywords.ts` would give these a meaning, while the standard treats them as annotations.
// biome-ignore format: list
const ENGINE_KEYWORDS = ['id', '$async', '$recursiveRef', '$recursiveAnchor', 'discriminator', 'safeInteger', 'work']

function withoutEngineKeywords(schema: JsonSchema): JsonSchema {
  if (!ENGINE_KEYWORDS.some((word) => Object.hasOwn(schema, word))) return schema
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ENGINE_KEYWORDS.includes(keyword)))
}

/** Canonical documents have a single resource, in which a dynamic reference means what a static one does. */
function staticRef({ $dynamicRef, ...schema }: JsonSchema): JsonSchema {
  if ($dynamicRef === undefined) return schema
  if (schema.$ref === undefined) return { ...schema, $ref: $dynamicRef }
  return { ...schema, allOf: [...(Array.isArray(schema.allOf) ? schema.allOf : []), { $ref: $dynamicRef }] }
}

const PROTO = '__proto__'

/** Ajv reads `properties.__proto__` as the prototype of its table, so the property is declared by a pattern instead. */
function protoAsPattern(schema: JsonSchema): JsonSchema {
  const { properties, patternProperties } = schema
  if (!isObject(properties) || !Object.hasOwn(properties, PROTO)) return schema
  const patterns = isObject(patternProperties) ? patternProperties : {}
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => key !== PROTO)),
    patternProperties: { ...patterns, [`^${PROTO}$`]: properties[PROTO] as Json },
  }
}

/**
 * Copies targets of references into `$defs` if they are outside the locations of schemas, because a reference may name
 * any location, which `walkSchema` would miss. Returns `root` if there are none, or if inner `$id`s change the base.
 */
export function moveReferenceTargets(root: JsonSchema): JsonSchema {
  const pointerBySchema = new Map<Json, string>()
  const moved: [name: string, schema: JsonSchema][] = []
  const refs: string[] = []
  let hasInnerIds = false
  const walk = (schema: JsonSchema, at: string) =>
    walkSchema(
      schema,
      (each, pointer) => {
        pointerBySchema.set(each, pointer)
        for (const ref of [each.$ref, each.$dynamicRef])
          if (typeof ref === 'string' && ref.startsWith('#/')) refs.push(ref)
        hasInnerIds ||= each !== root && each.$id !== undefined
      },
      at,
    )
  walk(root, '')
  for (let ref = refs.pop(); ref !== undefined; ref = refs.pop()) {
    const target = resolveRef(root, ref)
    if (!isObject(target) || pointerBySchema.has(target)) continue
    const name = ref + MOVED
    moved.push([name, target])
    walk(target, toPointer(['$defs', name]))
  }
  if (moved.length === 0 || hasInnerIds) return root
  const $defs = { ...(isObject(root.$defs) ? root.$defs : {}), ...Object.fromEntries(moved) }
  const redirect = (ref: Json | undefined) => {
    const pointer =
      typeof ref === 'string' && ref.startsWith('#/') && pointerBySchema.get(resolveRef(root, ref) ?? null)
    return pointer ? refTo(pointer) : ref
  }
  return mapSchema({ ...root, $defs }, (each) => ({
    ...each,
    ...(each.$ref !== undefined && { $ref: redirect(each.$ref) as Json }),
    ...(each.$dynamicRef !== undefined && { $dynamicRef: redirect(each.$dynamicRef) as Json }),
  }))
}
