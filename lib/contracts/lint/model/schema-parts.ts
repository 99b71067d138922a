import { FIELD_TYPES, isFieldMap } from '../../../json-schema/parse/field-map.ts'
import { resolveRef } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../../kernel/json/json-pointer.ts'
import {
  ANY,
  type Annotation,
  type DataPath,
  type FieldView,
  listAnnotations,
  type ObjectPart,
} from './object-part.ts'

type SchemaParts = { parts: ObjectPart[]; annotations: Annotation[] }

// References can multiply without bound.
const MAX_VISITS = 5_000
/** Also counts references. Each level makes the paths of all levels below longer. */
const MAX_DEPTH = 64
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

export function schemaParts(authored: Json | undefined, pointer: string): SchemaParts {
  if (!isObject(authored)) return { parts: [], annotations: [] }
  return isFieldMap(authored) ? partsOfMap(authored, pointer) : partsOfSchema(authored, pointer)
}

function partsOfMap(map: JsonObject, pointer: string): SchemaParts {
  const fields = Object.entries(map).flatMap(([name, schema]): FieldView[] => {
    if (!isObject(schema) || !FIELD_TYPES.some((type) => type === schema.type)) return []
    const at = pointer + toPointer([name])
    return [{ name, schema, pointer: at, isRequired: schema.required === true, dataPaths: [[name]] }]
  })
  const annotations = fields.flatMap(({ schema, pointer: at, name }) => listAnnotations(schema, at, [name]))
  const part: ObjectPart = {
    schema: map,
    pointer,
    notation: 'map',
    isTop: true,
    isComposed: false,
    isRecursive: false,
    dataPaths: [[]],
    fields,
  }
  return { parts: [part], annotations }
}

type VisitContext = { trail: readonly string[]; isComposed: boolean }

function partsOfSchema(root: JsonSchema, start: string): SchemaParts {
  const parts = new Map<string, ObjectPart>()
  const annotations: Annotation[] = []
  let visits = 0

  function visit(
    schema: Json | undefined,
    at: string,
    dataPath: DataPath,
    { trail, isComposed }: VisitContext,
  ): void {
    visits += 1
    if (!isObject(schema) || visits > MAX_VISITS || trail.length > MAX_DEPTH) return
    if (trail.includes(at)) {
      for (const each of trail) markRecursive(parts.get(each))
      return
    }
    annotations.push(...listAnnotations(schema, at, dataPath))
    const here = [...trail, at]
    const hasOthers = OTHERS.some((keyword) => Object.hasOwn(schema, keyword))
    const own = isObject(schema.properties) ? schema.properties : undefined
    if (own) addPart(schema, own, { at, dataPath, isComposed: isComposed || hasOthers })

    for (const [below, keys, to, composed] of subschemas(schema, dataPath, isComposed))
      visit(below, at + toPointer(keys), to, { trail: here, isComposed: composed })
    const target = resolveTarget(root, schema.$ref, start)
    if (target) visit(target.schema, target.pointer, dataPath, { trail: here, isComposed: own !== undefined })
  }

  function addPart(
    schema: JsonSchema,
    own: JsonObject,
    { at, dataPath, isComposed }: { at: string; dataPath: DataPath; isComposed: boolean },
  ) {
    const known = parts.get(at)
    if (!known) {
      const isTop = dataPath.length === 0 && at === start
      const fields = listFieldViews(schema, own, at, dataPath)
      const more = { isTop, isComposed, isRecursive: false, dataPaths: [dataPath], fields }
      parts.set(at, { schema, pointer: at, notation: 'schema', ...more })
      return
    }
    known.dataPaths.push(dataPath)
    known.isComposed ||= isComposed
    for (const field of known.fields) field.dataPaths.push([...dataPath, field.name])
  }

  visit(root, start, [], { trail: [], isComposed: false })
  return { parts: [...parts.values()], annotations }
}

type Subschema = [schema: Json | undefined, keys: (string | number)[], to: DataPath, isComposed: boolean]

function* subschemas(schema: JsonSchema, dataPath: DataPath, isComposed: boolean): Generator<Subschema> {
  const own = isObject(schema.properties) ? schema.properties : undefined
  for (const [name, each] of Object.entries(own ?? {}))
    yield [each, ['properties', name], [...dataPath, name], false]
  const tuple = Array.isArray(schema.items) ? 'items' : 'prefixItems'
  for (const [index, each] of listOf(schema[tuple]))
    yield [each, [tuple, index], [...dataPath, String(index)], false]
  if (isObject(schema.items)) yield [schema.items, ['items'], [...dataPath, ANY], false]
  yield [schema.additionalProperties, ['additionalProperties'], [...dataPath, ANY], false]
  for (const [index, each] of listOf(schema.allOf)) yield [each, ['allOf', index], dataPath, true]
  // Alternatives that are whole objects are separate parts.
  const isShared = isComposed || own !== undefined || Object.hasOwn(schema, 'allOf')
  for (const keyword of ['anyOf', 'oneOf']) {
    for (const [index, each] of listOf(schema[keyword])) yield [each, [keyword, index], dataPath, isShared]
  }
  for (const keyword of ['if', 'then', 'else']) yield [schema[keyword], [keyword], dataPath, true]
}

function listFieldViews(schema: JsonSchema, own: JsonObject, at: string, dataPath: DataPath): FieldView[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  return Object.entries(own).flatMap(([name, property]): FieldView[] => {
    if (!isObject(property)) return []
    const pointer = at + toPointer(['properties', name])
    return [
      { name, schema: property, pointer, isRequired: required.has(name), dataPaths: [[...dataPath, name]] },
    ]
  })
}

function resolveTarget(root: JsonSchema, ref: Json | undefined, start: string) {
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
