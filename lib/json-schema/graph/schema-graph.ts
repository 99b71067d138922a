/** Gives one id to each meaning in both versions, so that unchanged parts are recognised. */

import { isObject, type Json, type JsonSchema, sameText } from '../../kernel/json/json.ts'
import { ASSERTED_FORMATS, type AssertedFormat } from '../evaluate/formats.ts'
import { withoutNullable, withoutPlainUnevaluated } from '../tree/dialect.ts'
import { resolveRef, walkSchema } from '../tree/schema-tree.ts'
import { refine } from './refine.ts'

export type SchemaNode = {
  id: number
  own: JsonSchema
  below: Map<string, SchemaNode>
  constant?: boolean
}

// biome-ignore format: tables
const SINGLE = ['additionalProperties', 'items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties']
const LISTED = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies']
// biome-ignore format: tables
const OWN = ['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength',
  'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'required', 'minProperties', 'maxProperties',
  'dependentRequired']

export class SchemaGraph {
  private readonly nodes: SchemaNode[] = []
  private readonly known = new Map<JsonSchema, SchemaNode>()
  private readonly inParts = new Map<JsonSchema, boolean>()
  readonly anything = this.make({ constant: true })
  readonly nothing = this.make({ constant: false })

  private make(shape: Partial<SchemaNode>): SchemaNode {
    const node = { id: this.nodes.length, own: {}, below: new Map(), ...shape }
    this.nodes.push(node)
    return node
  }

  fresh(own: JsonSchema, below: [location: string, node: SchemaNode][] = []): SchemaNode {
    return this.make({ own, below: new Map(below) })
  }

  nodeOf(schema: Json | undefined, root: JsonSchema): SchemaNode {
    if (schema === false) return this.nothing
    if (!isObject(schema)) return this.anything
    const found = this.known.get(schema)
    if (found) return found
    const own = ownKeywords(schema)
    const references = [schema.$ref, schema.$dynamicRef].filter((each) => typeof each === 'string')
    const [ref] = references
    if (ref !== undefined && references.length === 1 && Object.keys(own).length === 0 && !hasBelow(schema)) {
      // A cyclic reference finds this entry, and ends.
      this.known.set(schema, this.make({ own: { unknown: `cycle ${ref}` } }))
      const target = this.target(ref, root)
      this.known.set(schema, target)
      return target
    }
    const node = this.make({ own })
    this.known.set(schema, node)
    for (const [location, each] of schemasBelow(schema)) node.below.set(location, this.nodeOf(each, root))
    for (const [index, each] of references.entries()) node.below.set(`$ref/${index}`, this.target(each, root))
    if (node.below.size === 0 && Object.keys(own).length === 0) node.constant = true
    return node
  }

  private target(ref: string, root: JsonSchema): SchemaNode {
    const hasParts = this.inParts.get(root) ?? hasSeveralIds(root)
    this.inParts.set(root, hasParts)
    const target = hasParts ? undefined : resolveRef(root, ref)
    return target === undefined ? this.make({ own: { unknown: ref } }) : this.nodeOf(target, root)
  }

  refine(): void {
    const labels = this.nodes.map((node) =>
      node.constant === undefined ? sameText(node.own) : String(node.constant),
    )
    const edges = this.nodes.map(({ below }) =>
      [...below]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([location, node]): [string, number] => [location, node.id]),
    )
    for (const [index, id] of refine(labels, edges).entries()) this.nodes[index]!.id = id
  }
}

/** With several $ids, a reference means something else in each part. */
function hasSeveralIds(root: JsonSchema): boolean {
  let ids = 0
  walkSchema(root, (schema) => {
    if (schema !== root && typeof schema.$id === 'string') ids++
  })
  return ids > 0
}

function ownKeywords(authored: JsonSchema): JsonSchema {
  const schema = withoutNullable(authored)
  const own: JsonSchema = {}
  for (const key of OWN) {
    const value = schema[key]
    if (value === undefined || (key === 'format' && !hasAssertedFormat(value))) continue
    const isSet = key === 'type' || key === 'required' || key === 'enum'
    own[key] = isSet ? inOrder([value].flat()) : value
  }
  const dependent = Object.entries(isObject(schema.dependencies) ? schema.dependencies : {}).filter(
    ([, each]) => Array.isArray(each),
  )
  if (dependent.length > 0) own.dependencies = Object.fromEntries(dependent)
  if (own.uniqueItems === false) delete own.uniqueItems
  if (Array.isArray(own.required) && own.required.length === 0) delete own.required
  return own
}

function inOrder(values: Json[]): Json[] {
  const texts = values.map((value) => ({ value, text: sameText(value) }))
  return texts.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ value }) => value)
}

function hasBelow(schema: JsonSchema): boolean {
  return schemasBelow(schema).next().done !== true
}

function* schemasBelow(authored: JsonSchema): Generator<[location: string, schema: Json]> {
  const schema = withoutPlainUnevaluated(authored)
  for (const key of SINGLE) if (schema[key] !== undefined) yield [key, schema[key]]
  for (const key of LISTED) {
    const list = schema[key]
    if (Array.isArray(list)) for (const [index, each] of list.entries()) yield [`${key}/${index}`, each]
  }
  for (const key of NAMED) {
    const map = schema[key]
    if (isObject(map))
      for (const [name, each] of Object.entries(map)) {
        // In draft-07 a dependency may be a list of names.
        if (!Array.isArray(each)) yield [`${key}/${name}`, each]
      }
  }
}

export function hasAssertedFormat(format: Json | undefined): format is AssertedFormat {
  return ASSERTED_FORMATS.some((each) => each === format)
}

// biome-ignore format: table
export const FORMAT_EXAMPLES: Record<AssertedFormat, readonly string[]> = {
  'date-time': ['2026-01-31T12:00:00Z'], date: ['2026-01-31'], time: ['12:00:00Z'], duration: ['P1D', 'PT1H'],
  email: ['a@example.com', 'a@b.co'], uri: ['https://example.com', 'urn:a', 'https://example.com/a'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000'], ipv4: ['192.0.2.1'], ipv6: ['::1', '2001:db8::1'],
  hostname: ['example.com', 'a'], regex: ['a', '^a$', ''], 'json-pointer': ['', '/a'],
}

/** Patterns that every text of the format matches. */
export const FORMAT_SHAPES: Partial<Record<AssertedFormat, string>> = {
  'date-time': '^\\d{4}-\\d\\d-\\d\\d[tT ]\\d\\d:\\d\\d',
  date: '^\\d{4}-\\d\\d-\\d\\d$',
  time: '^\\d\\d:\\d\\d',
  duration: '^P',
  email: '@',
  uri: '^[A-Za-z].*:',
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  ipv4: '^[0-9.]{7,15}$',
  ipv6: ':',
}
