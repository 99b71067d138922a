import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { mapMembers, resolveRef, typesOf, walkSchema } from '../tree/schema-tree.ts'

const SCALAR = ['string', 'number', 'integer', 'boolean', 'null']
const DEFINITIONS = ['$defs', 'definitions']

export function markJson(root: JsonSchema): JsonSchema {
  // Recursive values can have any depth.
  if (refersToItself(root)) return { ...root, isJson: true }
  const marked = mark(root) as JsonSchema
  const named = DEFINITIONS.flatMap((keyword): [string, Json][] => {
    const definitions = root[keyword]
    if (!isObject(definitions)) return []
    return [[keyword, mapValues(definitions, mark)]]
  })
  return { ...marked, ...Object.fromEntries(named) }
}

function mark(schema: Json): Json {
  if (schema === false) return schema
  if (!isObject(schema)) return { isJson: true }
  if (isScalar(schema) || isMarkedElsewhere(schema)) return schema
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = schema[keyword]
    if (Array.isArray(branches)) return { ...schema, [keyword]: branches.map((each) => mark(each)) }
  }
  const types = typesOf(schema).filter((type) => type !== 'null')
  if (types.join() === 'array' && isOpenItems(schema)) return { ...schema, items: mark(schema.items as Json) }
  if (types.join() === 'object' && isClosed(schema)) {
    const { properties, additionalProperties: _, ...others } = schema
    const named = isObject(properties) ? properties : {}
    return { ...others, onlyKeys: sureKeys(named, schema), properties: mapValues(named, mark) }
  }
  return { ...schema, isJson: true }
}

function sureKeys(named: JsonSchema, { required, present }: JsonSchema): JsonSchema {
  const sure = [required, present].flatMap((keys) => (Array.isArray(keys) ? keys : []))
  return mapValues(named, (_, key) => sure.includes(key))
}

function isScalar(schema: JsonSchema): boolean {
  const values = schema.const !== undefined ? [schema.const] : schema.enum
  if (Array.isArray(values) && values.every((each) => each === null || typeof each !== 'object')) return true
  const types = typesOf(schema)
  return types.length > 0 && types.every((type) => SCALAR.includes(type))
}

function isMarkedElsewhere({ $ref }: JsonSchema): boolean {
  return typeof $ref === 'string' && /^#\/(\$defs|definitions)\/[^/%]+$/.test($ref)
}

function isOpenItems({ items, prefixItems }: JsonSchema): boolean {
  return isObject(items) && prefixItems === undefined
}

function isClosed({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return additionalProperties === false && patternProperties === undefined
}

function mapValues(named: JsonSchema, change: (each: Json, key: string) => Json): JsonSchema {
  return Object.fromEntries(Object.entries(named).map(([key, each]) => [key, change(each, key)]))
}

function refersToItself(root: JsonSchema): boolean {
  const open = new Set<Json>()
  const done = new Set<Json>()
  let steps = 0
  const leadsBack = (schema: Json | undefined): boolean => {
    if (!isObject(schema) || done.has(schema)) return false
    // Looking further takes longer than it saves.
    if (open.has(schema) || ++steps > 20_000) return true
    open.add(schema)
    const below: (Json | undefined)[] = []
    mapMembers(schema, (member) => {
      below.push(member)
      return true
    })
    if (typeof schema.$ref === 'string') below.push(resolveRef(root, schema.$ref) ?? schema)
    const isBack = below.some(leadsBack)
    open.delete(schema)
    done.add(schema)
    return isBack
  }
  let hasReference = false
  walkSchema(root, ({ $ref }) => {
    hasReference ||= $ref !== undefined
  })
  return hasReference && leadsBack(root)
}
