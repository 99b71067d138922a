/**
 * Schemas for react-jsonschema-form to render one value: no `$ref`, `allOf`, conditions or boolean schemas; tuples
 * become `items` and choices one `oneOf`. Validation uses the published contract.
 */
import type { RJSFSchema } from '@rjsf/utils'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { type ControlKind, chosenType, TYPE_PICK, typeChoices } from '../fields/control-kind.ts'
import { mergeFacts } from '../fields/field-facts.ts'
import type { FieldModel, FieldSlot, Picks } from '../fields/field-model.ts'
import { branchNames, typeName } from '../fields/kind-names.ts'
import { listParts, type ObjectParts, objectParts } from '../fields/schema-parts.ts'
import type { FormContract } from '../validation/form-contract.ts'
import type { FormValue } from '../values/form-value.ts'

export type FieldNode = {
  /** Identical while nothing changed. */
  schemas: readonly Json[]
  slot: FieldSlot
  /** A key, or the label of the list. */
  name: string
  depth: number
  required?: boolean
  branch?: Branch
}

type Branch = {
  key: string
  index: number
  picks: Picks
  settled: readonly string[]
  /** -1 for none. */
  chosen: number
  /** Undefined `to` clears the choice. */
  switchTo: SwitchBranch
}

export type SwitchBranch = (from: Branch | undefined, to: Branch | undefined) => FormValue

const NODE = Symbol('node')

const leaves = new WeakMap<readonly Json[], Map<string, RJSFSchema>>()

/** Returns the same object for the same node, to avoid rendering again. */
export function nodeSchema(node: FieldNode): RJSFSchema {
  const key = JSON.stringify([node.slot, node.depth, node.required, node.name])
  const known = leaves.get(node.schemas) ?? new Map<string, RJSFSchema>()
  leaves.set(node.schemas, known)
  const schema = known.get(key) ?? ({ [NODE]: node } as RJSFSchema)
  known.set(key, schema)
  return schema
}

export function findNode(schema: RJSFSchema | undefined): FieldNode | undefined {
  return (schema as { [NODE]?: FieldNode } | undefined)?.[NODE]
}

const REFUSED: readonly Json[] = [false]

// biome-ignore format: tables
const NOT_DRAWN = ['$id', '$schema', '$ref', '$dynamicRef', '$anchor', '$dynamicAnchor', '$defs', 'definitions', 'properties', 'patternProperties',
  'additionalProperties', 'items', 'prefixItems', 'additionalItems', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else', 'dependencies',
  'dependentSchemas', 'dependentRequired', 'propertyNames', 'contains', 'unevaluatedItems', 'unevaluatedProperties', 'required', 'type',
  'enum', 'const', 'readOnly', 'deprecated', 'discriminator', 'nullable']

function annotations(facts: JsonSchema): RJSFSchema {
  return Object.fromEntries(Object.entries(facts).filter(([keyword]) => !NOT_DRAWN.includes(keyword)))
}

type Drawn = {
  contract: FormContract
  node: FieldNode
  field: FieldModel
  kind: ControlKind | 'checks' | 'choice' | 'placeholder'
  json: Json | undefined
  value: FormValue
}

export function formSchema({ node, field, kind, json, value }: Omit<Drawn, 'contract'>): RJSFSchema {
  const facts = annotations(mergeFacts(field))
  if (kind === 'object') return { ...facts, ...objectSchema(node, field, json, value) }
  if (kind === 'array' || kind === 'checks') return { ...facts, ...listSchema(node, field) }
  const options = field.options?.map(({ value }) => value)
  const type = ['string', 'number', 'integer', 'boolean'].includes(kind) && { type: kind }
  return { ...facts, ...type, ...(options && { enum: options }) } as RJSFSchema
}

function objectSchema(
  node: FieldNode,
  field: FieldModel,
  json: Json | undefined,
  value: FormValue,
): RJSFSchema {
  const parts = objectParts(field, json)
  const declared = declaredSchemas(node, parts)
  const others = Object.keys(isObject(value) ? value : {}).filter((name) => !parts.properties.has(name))
  if (others.length === 0) return { type: 'object', properties: declared }
  const entries = others.map((name): [string, RJSFSchema] => [
    name,
    nodeSchema({
      schemas: parts.schemasOf(name) ?? REFUSED,
      slot: 'entry',
      name,
      depth: node.depth + 1,
      required: true,
    }),
  ])
  return { type: 'object', properties: { ...declared, ...Object.fromEntries(entries) } }
}

type Properties = { [name: string]: RJSFSchema }

const declaredByDepth = new WeakMap<
  ReadonlySet<string>,
  Map<number, [ObjectParts['properties'], Properties]>
>()

/** A large form creates it once, not for each letter. */
function declaredSchemas(node: FieldNode, { properties, required }: ObjectParts): Properties {
  const depth = node.slot === 'root' ? node.depth : node.depth + 1
  const known = declaredByDepth.get(required) ?? new Map<number, [ObjectParts['properties'], Properties]>()
  declaredByDepth.set(required, known)
  const cached = known.get(depth)
  if (cached?.[0] === properties) return cached[1]
  const declared = [...properties].map(([name, schemas]): [string, RJSFSchema] => [
    name,
    // The library searches lists for each name.
    nodeSchema({ schemas, slot: 'property', name, depth, required: required.has(name) }),
  ])
  const made = Object.fromEntries(declared)
  known.set(depth, [properties, made])
  return made
}

function listSchema(node: FieldNode, field: FieldModel): RJSFSchema {
  const { tupleLength, schemasAt, isOpen, least, most } = listParts(field)
  const depth = node.depth + 1
  const { name } = node
  const row = nodeSchema({ schemas: schemasAt(tupleLength), slot: 'row', name, depth, required: true })
  const limits = { type: 'array', ...(Number.isFinite(most) && { maxItems: most }) } as const
  if (tupleLength === 0) return { ...limits, items: row }
  const positions = Array.from({ length: tupleLength }, (_, index) =>
    nodeSchema({ schemas: schemasAt(index), slot: 'position', name, depth, required: index < least }),
  )
  return { ...limits, items: positions, ...(isOpen && { additionalItems: row }) }
}

/** Returns the next open choice. */
export function choiceSchema(
  { contract, node, field, json }: Omit<Drawn, 'kind' | 'value'>,
  picks: Picks,
  switchTo: SwitchBranch,
): { schema: RJSFSchema; chosen: number; key: string } | undefined {
  const settled = node.branch?.settled ?? []
  const open = field.choices.find(({ key }) => !settled.includes(key))
  const types = typeChoices(field)
  if (!open && (types.length === 0 || settled.includes(TYPE_PICK))) return undefined
  const key = open?.key ?? TYPE_PICK
  const chosen = open?.chosen ?? types.indexOf(chosenType(field, json, picks) ?? '')
  const names = open ? branchNames(contract, open.branches) : types.map(typeName)
  const branches = names.map((title, index) => {
    const branch = {
      key,
      index,
      picks: { ...picks, [key]: index },
      settled: [...settled, key],
      chosen,
      switchTo,
    }
    return { title, [NODE]: { ...node, branch } } as RJSFSchema
  })
  return { schema: { oneOf: branches }, chosen, key }
}
