/** Compiles with any engine. `validate` describes the faults. */

import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'
import { withinWorkLimit, workOf } from '../limits/effort.ts'
import { withoutNullable } from '../tree/dialect.ts'
import { mapSchema, refTo, resolveRef, typesOf, walkSchema } from '../tree/schema-tree.ts'
import { ROOT_URI, type SchemaEngine } from './engine.ts'

type CompileOptions = {
  refusesRounded: boolean
}

export type Compiled = {
  schema: JsonSchema
  accepts: (value: Json) => boolean
  errors: (value: Json) => ErrorObject[]
  at: (pointer: string) => Compiled
  /** Checks `{0: [values of pointers[0]], …}`. */
  atEach: (pointers: readonly string[]) => Compiled
  pointerOf: (schema: unknown) => string | undefined
}

export function compileWith(
  makeEngine: (schema: JsonSchema) => SchemaEngine,
  authored: JsonSchema,
  reading: CompileOptions = { refusesRounded: true },
): Compiled {
  const schema = mapSchema(moveReferenceTargets(authored), (each) => prepare(each, reading))
  const pointers = new Map<unknown, string>()
  walkSchema(schema, (each, pointer) => pointers.set(each, pointer))
  const engine = makeEngine(schema)
  const inside = new Map<string, Compiled>()

  function at(pointer: string): Compiled {
    const known = inside.get(pointer)
    if (known) return known
    const compiled = compiledFrom({ $ref: ROOT_URI + refTo(pointer) })
    inside.set(pointer, compiled)
    return compiled
  }

  function atEach(each: readonly string[]): Compiled {
    const properties = Object.fromEntries(
      each.map((pointer, index) => [index, { type: 'array', items: { $ref: ROOT_URI + refTo(pointer) } }]),
    )
    return compiledFrom({ type: 'object', properties })
  }

  function compiledFrom(part: JsonSchema): Compiled {
    const check = engine(part)
    const errors = (value: Json) => withinWorkLimit(() => check(value), tooDeep)
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
  return pointer.replaceAll(toPointer(['patternProperties', `^${PROTO}$`]), toPointer(['properties', PROTO]))
}

const MOVED = ' (moved)'

function tooDeep(): ErrorObject[] {
  return [{ keyword: 'effort', instancePath: '', schemaPath: '#', params: {} }]
}

function prepare(schema: JsonSchema, { refusesRounded }: CompileOptions): JsonSchema {
  const meant = [onlyStandard, ownProto, withoutNullable, staticRef].reduce(
    (each, change) => change(each),
    schema,
  )
  const types = typesOf(meant)
  const isWhole = refusesRounded && types.includes('integer') && !types.includes('number')
  const work = workOf(meant)
  return { ...meant, ...(isWhole && { safeInteger: true }), ...(work && { work }) }
}

// The standard treats these as annotations.
// biome-ignore format: list
const ENGINE_KEYWORDS = ['id', '$async', '$recursiveRef', '$recursiveAnchor', 'discriminator', 'safeInteger', 'work', 'present',
  'onlyKeys', 'isJson', 'isWhole', 'exactEnum', 'exactConst']

function onlyStandard(schema: JsonSchema): JsonSchema {
  if (!ENGINE_KEYWORDS.some((word) => Object.hasOwn(schema, word))) return schema
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ENGINE_KEYWORDS.includes(keyword)))
}

/** Canonical documents have a single resource. */
function staticRef({ $dynamicRef, ...schema }: JsonSchema): JsonSchema {
  if ($dynamicRef === undefined) return schema
  if (schema.$ref === undefined) return { ...schema, $ref: $dynamicRef }
  return { ...schema, allOf: [...(Array.isArray(schema.allOf) ? schema.allOf : []), { $ref: $dynamicRef }] }
}

const PROTO = '__proto__'

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

/**
 * Moves them to `$defs`, because a reference may name any location that walks would miss. Returns `root` if nothing
 * moves or inner `$id`s change the base.
 */
function moveReferenceTargets(root: JsonSchema): JsonSchema {
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
