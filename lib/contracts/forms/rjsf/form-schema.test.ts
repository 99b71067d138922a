// The schemas given to the form library must contain nothing to resolve, and allow every valid value.
import type { RJSFSchema } from '@rjsf/utils'
import { describe, expect, test } from 'vitest'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { everyNth, readCorpus } from '#lib/testing/corpus.ts'
import { controlKind } from '../fields/control-kind.ts'
import { readFieldModel } from '../fields/field-model.ts'
import { internList } from '../fields/schema-parts.ts'
import { type FormContract, formContract } from '../validation/form-contract.ts'
import { type FieldNode, findNode, formSchema } from './form-schema.ts'

// biome-ignore format: list
const RESOLVED = ['$ref', '$dynamicRef', '$id', 'allOf', 'anyOf', 'if', 'then', 'else', 'not', 'dependentSchemas', 'dependencies',
  'prefixItems', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']

type Level = { schema: RJSFSchema; kind: string; pointer: string }

/** Returns the schemas of the value and of every value in it. */
function levelsOf(contract: FormContract, node: FieldNode, json: Json, pointer = ''): Level[] {
  const field = readFieldModel(contract, node.schemas, json, { needsBranch: true })
  const kind = controlKind(field, json, {})
  const schema = formSchema({ node, field, kind, json, value: json })
  const inside = Object.entries(kind === 'object' || kind === 'array' ? (json as object) : {})
  return [
    { schema, kind, pointer },
    ...inside.flatMap(([key, value]) => {
      const below = findNode(childOf(schema, key))
      return below ? levelsOf(contract, below, value, `${pointer}/${key}`) : []
    }),
  ]
}

function childOf({ properties, items, additionalItems }: RJSFSchema, key: string): RJSFSchema | undefined {
  const list = Array.isArray(items) ? (items[Number(key)] ?? additionalItems) : items
  return (properties ? properties[key] : list) as RJSFSchema | undefined
}

function levels(schema: JsonSchema, value: Json): Level[] {
  const contract = formContract(schema)
  const root = { schemas: internList([contract.schema]), slot: 'root', name: '', depth: 0 } as const
  return levelsOf(contract, root, value)
}

// biome-ignore lint/suspicious/noThenProperty: it is a keyword
const SIDE = { then: { enum: [1, 2] } }

// biome-ignore format: table
test.each<[string, JsonSchema, Json, object]>([
  ['a reference into itself', { properties: { next: { $ref: '#' } } },                                            { next: { next: {} } }, { type: 'object' }],
  ['an anchor',               { properties: { a: { $ref: '#t' } }, $defs: { t: { $anchor: 't', type: 'string' } } }, { a: 'x' },          { type: 'string' }],
  ['a tuple',                 { properties: { a: { prefixItems: [{ type: 'number' }, true] } } },                 { a: [1, 'x'] },        { items: [expect.any(Object), expect.any(Object)] }],
  ['all members',             { properties: { a: { allOf: [{ type: 'string' }, { maxLength: 3 }] } } },           { a: 'x' },             { type: 'string', maxLength: 3 }],
  ['a condition',             { properties: { a: { if: true, ...SIDE } } },                        { a: 1 },               { enum: [1, 2] }],
])('the schema of a form with %s is resolved as far as the value goes', (_, schema, value, expected) => {
  const found = levels({ type: 'object', ...schema }, value)

  expect(found.map((each) => each.schema)).toContainEqual(expect.objectContaining(expected))
  expect(found.flatMap((each) => Object.keys(each.schema)).filter((each) => RESOLVED.includes(each))).toEqual([])
})

type Row = { name: string; schema: JsonSchema; valid_args?: Json[]; valid?: { value: Json }[] }

describe.each(['tool-schemas', 'schemastore-with-instances'])('%s', (corpus) => {
  const rows = readCorpus<Row>(corpus)

  test.skipIf(!rows)('every valid value is drawn as what it is, from a schema without references', () => {
    const wrong = everyNth(rows, 3).flatMap(({ name, schema: authored, valid_args = [], valid = [] }) => {
      const { schema } = canonicalSchema(authored)
      if (!schema) return []
      const contract = formContract(schema)
      const values = [...valid_args, ...valid.map(({ value }) => value)]
      return values
        .filter((value) => isObject(value) && contract.accepts(value))
        .flatMap((value) => levels(schema, value))
        .filter(
          ({ kind, schema: drawn }) => kind === 'misfit' || RESOLVED.some((keyword) => keyword in drawn),
        )
        .map(({ kind, pointer }) => `${name} ${pointer} (${kind})`)
    })

    expect(wrong).toEqual([])
  })
})
