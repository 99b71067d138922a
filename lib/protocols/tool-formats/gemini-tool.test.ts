import { describe, expect, test } from 'vitest'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { DEMO_SKILLS } from '../../testing/demo-skills.ts'
import { AWKWARD_CONTRACTS, exportContract, partsOf } from '../../testing/setup/catalog/exported-tool.ts'
import { exportTool } from './export-tool.ts'

// All fields of Schema in the Gemini API.
const GEMINI_KEYWORDS = new Set(
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum'.split(
    ' ',
  ),
)

const GEMINI_TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT']

/** Returns what Gemini would refuse, with its path. */
// biome-ignore lint/suspicious/noExplicitAny: asked of whatever was made
function geminiFaults(schema: any, path = '#'): string[] {
  const wrong = Object.keys(schema).filter((word) => !GEMINI_KEYWORDS.has(word))
  const kind = schema.type
  return [
    ...wrong.map((word) => `${path}: ${word}`),
    ...(kind === undefined && !schema.anyOf ? [`${path}: no type`] : []),
    ...(kind !== undefined && !GEMINI_TYPES.includes(kind) ? [`${path}: type ${kind}`] : []),
    ...(kind === 'ARRAY' && !schema.items ? [`${path}: no items`] : []),
    ...(schema.enum?.some((each: unknown) => typeof each !== 'string') ? [`${path}: enum`] : []),
    ...(kind === 'OBJECT' && !Object.keys(schema.properties ?? {}).length ? [`${path}: no properties`] : []),
    // Google APIs write an int64 as a string in JSON.
    ...Object.keys(schema)
      .filter((word) => /^(min|max)(Items|Length|Properties)$/.test(word))
      .filter((word) => typeof schema[word] !== 'string' || !/^\d+$/.test(schema[word]))
      .map((word) => `${path}: ${word}`),
    ...(Number(schema.maxItems ?? 0) > 64 ? [`${path}: too many items`] : []),
    ...Object.keys(schema.properties ?? {})
      .filter((name) => !/^[A-Za-z_]\w{0,63}$/.test(name))
      .map((name) => `${path}: name ${name}`),
    ...(schema.required ?? [])
      .filter((name: string) => !schema.properties?.[name])
      .map((name: string) => `${path}: required ${name}`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      geminiFaults(each, `${path}/${name}`),
    ),
    ...(schema.anyOf ?? []).flatMap((each: unknown, index: number) => geminiFaults(each, `${path}/${index}`)),
    ...(schema.items ? geminiFaults(schema.items, `${path}/items`) : []),
  ]
}

describe('for gemini', () => {
  test.each(AWKWARD_CONTRACTS.slice(0, -1))('%s uses its vocabulary only', (_name, schema) => {
    const tool = exportContract(schema, 'gemini')

    expect(tool.schema.type).toBe('OBJECT')
    expect(geminiFaults(tool.schema)).toEqual([])
  })

  test.each(DEMO_SKILLS)('$name of the demo market follows its rules', (opened) => {
    const { schema } = partsOf('gemini', exportTool(opened, 'gemini'))

    expect(schema ? geminiFaults(schema) : []).toEqual([])
  })

  test('text sent by a model is parsed into the object that the contract requires', () => {
    const parameters = { type: 'object', properties: { rows: { type: 'array', items: { type: 'object' } } } }
    const { value } = prepareInput(parameters, { rows: ['{"a": 1}'] })

    expect(value).toEqual({ rows: [{ a: 1 }] })
  })

  test('a function without fields has no parameters, which may not be empty', () => {
    expect(exportContract({ type: 'object' }, 'gemini').schema).toBeUndefined()
  })

  test.each<[name: string, schema: JsonSchema, expected: object]>([
    [
      'texts to choose from',
      { type: 'string', enum: ['a', 'b'] },
      { type: 'STRING', enum: ['a', 'b'], format: 'enum' },
    ],
    [
      'numbers to choose from',
      { enum: [1, 2], description: 'How many.' },
      { type: 'INTEGER', description: 'How many. One of: 1, 2.' },
    ],
    ['one text', { const: 'x' }, { type: 'STRING', enum: ['x'], format: 'enum' }],
    ['a text or nothing', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    [
      'a text or a number',
      { type: ['string', 'number'] },
      { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] },
    ],
    ['more than nought', { type: 'integer', exclusiveMinimum: 0 }, { type: 'INTEGER', minimum: 1 }],
    [
      'a pair',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] } },
    ],
    ['a moment', { type: 'string', format: 'date-time' }, { type: 'STRING', format: 'date-time' }],
    ['an email', { type: 'string', format: 'email' }, { type: 'STRING' }],
    ['a count', { type: 'string', maxLength: 9 }, { type: 'STRING', maxLength: '9' }],
    [
      'an object of any fields',
      { type: 'object', additionalProperties: { type: 'number' }, description: 'Scores.' },
      { type: 'STRING', description: 'Scores. A JSON object, encoded as a string.' },
    ],
    [
      'a long list of long lists',
      { type: 'array', maxItems: 5000, items: { type: 'array', maxItems: 10, items: { type: 'string' } } },
      {
        type: 'ARRAY',
        description: 'At most 5000 items.',
        items: { type: 'ARRAY', items: { type: 'STRING' } },
      },
    ],
    [
      'one of two',
      { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      { anyOf: [{ type: 'STRING' }, { type: 'BOOLEAN' }] },
    ],
  ])('%s', (_name, schema, expected) => {
    const tool = exportContract({ type: 'object', properties: { field: schema } }, 'gemini')

    expect((tool.schema.properties as JsonSchema).field).toEqual(expected)
  })
})
