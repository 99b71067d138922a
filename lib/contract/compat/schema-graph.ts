/**
 * Schemas as a graph, in which what asserts the same is one node.
 *
 * Ground. References lead to their targets, so a type that contains itself is a circle; notes for the reader are
 * left out. Nodes of both versions are told apart by what can be seen from them (refined until nothing more can
 * be told), so what did not change is recognised however it is written down or referred to.
 */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { sameText } from '../json/json-equality.ts'
import { withoutNullable } from '../schema/nullable.ts'
import { resolveRef, walkSchema } from '../schema/schema-tree.ts'
import { hasAssertedFormat } from './asserted-format.ts'
import { refine } from './refine.ts'

export type SchemaNode = {
  /** The same for two nodes that assert the same, once the graph is refined. */
  id: number
  /** Keywords without schemas in them. */
  own: JsonSchema
  /** Schemas inside, by where they stand: "not", "allOf/0", "properties/a". */
  below: Map<string, SchemaNode>
  /** True or false when it accepts everything or nothing, by its spelling. */
  constant?: boolean
}

// biome-ignore format: tables read in rows
const SINGLE = ['additionalProperties', 'items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties']
const LISTED = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies']
// biome-ignore format: tables read in rows
const OWN = ['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength',
  'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'required', 'minProperties', 'maxProperties',
  'dependentRequired']

export class SchemaGraph {
  private readonly nodes: SchemaNode[] = []
  private readonly known = new Map<JsonSchema, SchemaNode>()
  /** Which of the roots have several ids. */
  private readonly inParts = new Map<JsonSchema, boolean>()
  readonly anything = this.make({ constant: true })
  readonly nothing = this.make({ constant: false })

  private make(shape: Partial<SchemaNode>): SchemaNode {
    const node = { id: this.nodes.length, own: {}, below: new Map(), ...shape }
    this.nodes.push(node)
    return node
  }

  /** A node of our own making, unlike every other. */
  fresh(own: JsonSchema, below: [place: string, node: SchemaNode][] = []): SchemaNode {
    return this.make({ own, below: new Map(below) })
  }

  /** The node of a schema that stands somewhere in `root`. Asked again, the same node. */
  nodeOf(schema: Json | undefined, root: JsonSchema): SchemaNode {
    if (schema === false) return this.nothing
    if (!isObject(schema)) return this.anything
    const found = this.known.get(schema)
    if (found) return found
    const own = ownKeywords(schema)
    const references = [schema.$ref, schema.$dynamicRef].filter((each) => typeof each === 'string')
    const [ref] = references
    if (ref !== undefined && references.length === 1 && Object.keys(own).length === 0 && !hasBelow(schema)) {
      // Set before it is known, so that references in a circle end.
      this.known.set(schema, this.make({ own: { unknown: `circle ${ref}` } }))
      const target = this.target(ref, root)
      this.known.set(schema, target)
      return target
    }
    const node = this.make({ own })
    this.known.set(schema, node)
    for (const [place, each] of schemasBelow(schema)) node.below.set(place, this.nodeOf(each, root))
    for (const [index, each] of references.entries()) node.below.set(`$ref/${index}`, this.target(each, root))
    if (node.below.size === 0 && Object.keys(own).length === 0) node.constant = true
    return node
  }

  /** Where a reference leads; what cannot be followed is told apart by its text. */
  private target(ref: string, root: JsonSchema): SchemaNode {
    const hasParts = this.inParts.get(root) ?? hasSeveralIds(root)
    this.inParts.set(root, hasParts)
    const target = hasParts ? undefined : resolveRef(root, ref)
    return target === undefined ? this.make({ own: { unknown: ref } }) : this.nodeOf(target, root)
  }

  /** Gives nodes that assert the same one id. To be called once, when both versions are read. */
  refine(): void {
    const labels = this.nodes.map((node) =>
      node.constant === undefined ? sameText(node.own) : String(node.constant),
    )
    const ways = this.nodes.map(({ below }) =>
      [...below]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([place, node]): [string, number] => [place, node.id]),
    )
    for (const [index, id] of refine(labels, ways).entries()) this.nodes[index]!.id = id
  }
}

/** With several of them a reference means something else in each part. */
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
    // The order of types, names and values says nothing.
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

function* schemasBelow(schema: JsonSchema): Generator<[place: string, schema: Json]> {
  for (const key of SINGLE) if (schema[key] !== undefined) yield [key, schema[key]]
  for (const key of LISTED) {
    const list = schema[key]
    if (Array.isArray(list)) for (const [index, each] of list.entries()) yield [`${key}/${index}`, each]
  }
  for (const key of NAMED) {
    const map = schema[key]
    if (isObject(map))
      for (const [name, each] of Object.entries(map)) {
        // An old dependency may be a list of names instead.
        if (!Array.isArray(each)) yield [`${key}/${name}`, each]
      }
  }
}
