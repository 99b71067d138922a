/**
 * The objects a schema describes, with their fields, in either notation.
 *
 * Ground; also in the browser. Lint rules ask "which fields are there, where do they stand in the document, and
 * where in the data": this answers, for JSON Schema and for field maps alike, through local references.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { pointerKeys, toPointer } from '../json/json-pointer.ts'
import { FIELD_TYPES, isFieldMap } from '../schema/field-map.ts'
import { resolveRef } from '../schema/schema-tree.ts'
import {
  ANY,
  type Annotation,
  annotationsOf,
  type DataPlace,
  type FieldView,
  type ObjectPart,
} from './object-part.ts'

export type SchemaParts = { parts: ObjectPart[]; annotations: Annotation[] }

// Far more than any schema that people read; references can multiply.
const MOST_VISITS = 5_000
const OTHERS = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'not',
  'dependentSchemas',
  'dependencies',
  '$ref',
  '$dynamicRef',
]

/** Nothing for what is no schema. `pointer` is where `authored` stands in the document. */
export function schemaParts(authored: Json | undefined, pointer: string): SchemaParts {
  if (!isObject(authored)) return { parts: [], annotations: [] }
  return isFieldMap(authored) ? partsOfMap(authored, pointer) : partsOfSchema(authored, pointer)
}

function partsOfMap(map: JsonObject, pointer: string): SchemaParts {
  const fields = Object.entries(map).flatMap(([name, schema]): FieldView[] => {
    if (!isObject(schema) || !FIELD_TYPES.some((type) => type === schema.type)) return []
    const at = pointer + toPointer([name])
    return [{ name, schema, pointer: at, isRequired: schema.required === true, places: [[name]] }]
  })
  const annotations = fields.flatMap(({ schema, pointer: at, name }) => annotationsOf(schema, at, [name]))
  const part: ObjectPart = {
    schema: map,
    pointer,
    notation: 'map',
    isTop: true,
    isComposed: false,
    isRecursive: false,
    places: [[]],
    fields,
  }
  return { parts: [part], annotations }
}

type Way = { trail: readonly string[]; isComposed: boolean }

function partsOfSchema(root: JsonSchema, start: string): SchemaParts {
  const parts = new Map<string, ObjectPart>()
  const annotations: Annotation[] = []
  let visits = 0

  function visit(schema: Json | undefined, at: string, place: DataPlace, { trail, isComposed }: Way): void {
    visits += 1
    if (!isObject(schema) || visits > MOST_VISITS) return
    if (trail.includes(at)) {
      for (const each of trail) markRecursive(parts.get(each))
      return
    }
    annotations.push(...annotationsOf(schema, at, place))
    const here = [...trail, at]
    const hasOthers = OTHERS.some((keyword) => Object.hasOwn(schema, keyword))
    const own = isObject(schema.properties) ? schema.properties : undefined
    if (own) keep(schema, own, { at, place, isComposed: isComposed || hasOthers })

    const into = (below: Json | undefined, keys: (string | number)[], to: DataPlace, composed = false) =>
      visit(below, at + toPointer(keys), to, { trail: here, isComposed: composed })
    for (const [name, each] of Object.entries(own ?? {})) into(each, ['properties', name], [...place, name])
    const tuple = Array.isArray(schema.items) ? 'items' : 'prefixItems'
    for (const [index, each] of listOf(schema[tuple])) into(each, [tuple, index], [...place, String(index)])
    if (isObject(schema.items)) into(schema.items, ['items'], [...place, ANY])
    into(schema.additionalProperties, ['additionalProperties'], [...place, ANY])
    for (const [index, each] of listOf(schema.allOf)) into(each, ['allOf', index], place, true)
    // A choice between whole objects: each is one by itself.
    const isShared = isComposed || own !== undefined || Object.hasOwn(schema, 'allOf')
    for (const keyword of ['anyOf', 'oneOf']) {
      for (const [index, each] of listOf(schema[keyword])) into(each, [keyword, index], place, isShared)
    }
    for (const keyword of ['if', 'then', 'else']) into(schema[keyword], [keyword], place, true)
    const target = targetOf(root, schema.$ref, start)
    if (target) visit(target.schema, target.pointer, place, { trail: here, isComposed: own !== undefined })
  }

  function keep(
    schema: JsonSchema,
    own: JsonObject,
    { at, place, isComposed }: { at: string; place: DataPlace; isComposed: boolean },
  ) {
    const known = parts.get(at)
    if (!known) {
      const isTop = place.length === 0 && at === start
      const fields = fieldsOf(schema, own, at, place)
      const more = { isTop, isComposed, isRecursive: false, places: [place], fields }
      parts.set(at, { schema, pointer: at, notation: 'schema', ...more })
      return
    }
    known.places.push(place)
    known.isComposed ||= isComposed
    for (const field of known.fields) field.places.push([...place, field.name])
  }

  visit(root, start, [], { trail: [], isComposed: false })
  return { parts: [...parts.values()], annotations }
}

function fieldsOf(schema: JsonSchema, own: JsonObject, at: string, place: DataPlace): FieldView[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  return Object.entries(own).flatMap(([name, property]): FieldView[] => {
    if (!isObject(property)) return []
    const pointer = at + toPointer(['properties', name])
    return [{ name, schema: property, pointer, isRequired: required.has(name), places: [[...place, name]] }]
  })
}

function targetOf(root: JsonSchema, ref: Json | undefined, start: string) {
  if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref)) return undefined
  const schema = resolveRef(root, ref)
  if (!isObject(schema)) return undefined
  return { schema, pointer: start + toPointer(pointerKeys(decoded(ref.slice(1)))) }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function markRecursive(part: ObjectPart | undefined): void {
  if (part) part.isRecursive = true
}

function listOf(value: Json | undefined): [index: number, each: Json][] {
  return Array.isArray(value) ? [...value.entries()] : []
}
