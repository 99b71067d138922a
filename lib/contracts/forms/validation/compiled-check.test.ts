/** The compiled contract must agree with the server, for the whole contract and for each branch of a choice. */
import { describe, expect, test } from 'vitest'
import { compile } from '../../../json-schema/evaluate/compile.ts'
import { canonicalSchema } from '../../../json-schema/parse/canonical-schema.ts'
import { validatorCode } from '../../../json-schema/precompile/validator-code.ts'
import { toCanonicalDialect } from '../../../json-schema/tree/dialect.ts'
import { walkSchema } from '../../../json-schema/tree/schema-tree.ts'
import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import { everyNth, leastCases, readCorpus, withCorpus } from '../../../testing/corpus.ts'
import { compiledCheck, type ValidatorModule } from './compiled-check.ts'
import type { CompiledCheck } from './form-contract.ts'

const PETS: JsonSchema = {
  type: 'object',
  properties: {
    pet: {
      oneOf: [
        { properties: { kind: { const: 'cat' }, lives: { type: 'integer' } }, required: ['lives'] },
        { properties: { kind: { const: { of: 'dog' } }, tricks: { type: 'array', uniqueItems: true } } },
      ],
    },
    price: { type: 'number', multipleOf: 0.01 },
    size: { enum: ['s', 1, { x: null }] },
    code: { type: 'string', pattern: '^\\p{Lu}+$', maxLength: 2 },
    on: { type: 'string', format: 'date' },
    colour: { type: 'string', format: 'color' },
    next: { $ref: '#' },
  },
}

// biome-ignore format: table
const VALUES: [value: Json, isValid: boolean][] = [
  [{}, true],
  [[], false],
  [{ pet: { kind: 'cat', lives: 9 } }, true],
  [{ pet: { kind: 'cat', lives: 2 ** 53 } }, false],
  [{ pet: { kind: { of: 'dog' }, tricks: [{ a: 1, b: 2 }, { b: 2, a: 1 }] } }, false],
  [{ price: 19.99 }, true],
  [{ price: 19.999 }, false],
  [{ size: { x: null } }, true],
  [{ size: '1' }, false],
  [{ code: 'ÄÖ' }, true],
  [{ code: '😀😀' }, false],
  [{ code: 'ABC' }, false],
  [{ on: '2026-02-29' }, false],
  [{ colour: 'not a colour' }, true],
  [{ next: { next: { price: '1' } } }, false],
  [JSON.parse('{"toString": 1, "__proto__": {"price": "1"}}'), true],
]

test.each(VALUES)('the compiled contract says whether %j is valid: %s', async (value, isValid) => {
  const check = await load(PETS)

  expect(check?.('', value)).toBe(isValid)
  expect(compile(PETS).accepts(value)).toBe(isValid)
})

test('a compiled contract decides a branch of a choice apart from the whole value', async () => {
  const check = await load(PETS)

  expect(check?.('/properties/pet/oneOf/0', { lives: 1 })).toBe(true)
  expect(check?.('/properties/pet/oneOf/0', {})).toBe(false)
})

test('a value that the compiled contract cannot decide is left to the interpreter', async () => {
  const check = await load({ anyOf: [{ minProperties: 1, maxProperties: 2, uniqueItems: true }] })
  const deep = await load({ $defs: { a: { items: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' })

  expect(check?.('/properties/unknown', {})).toBeUndefined()
  expect(deep?.('', JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)))).toBeUndefined()
})

test('a contract with unevaluatedProperties is not compiled', () => {
  expect(validatorCode({ type: 'object', unevaluatedProperties: false })).toBeNull()
})

const CODE = [
  '"; globalThis.hacked = 1; "',
  "'; globalThis.hacked = 1; '",
  '*/ globalThis.hacked = 1; /*',
  '// \n globalThis.hacked = 1',
  `\`$${'{'}(globalThis.hacked = 1)}\``,
  '\\u0022; globalThis.hacked = 1; //',
  '\u2028globalThis.hacked = 1\u2028',
  '</script><script>globalThis.hacked = 1</script>',
  '](globalThis.hacked = 1)[',
]

test.each(CODE)('the text %j of a contract never becomes code', async (text) => {
  const part: JsonSchema = { $comment: text, title: text, enum: [text, { [text]: text }], format: text }
  const check = await load({
    $comment: text,
    $defs: { [text]: part },
    properties: { [text]: { $ref: `#/$defs/${encodeURIComponent(text.replaceAll('/', '~1'))}` } },
    required: [text],
    dependentRequired: { [text]: [text] },
    dependentSchemas: { [text]: { anyOf: [part, { const: text }, { minProperties: 1 }] } },
    patternProperties: { [text.replaceAll(/[^a-z]/g, '.')]: true },
    [text]: text,
  })

  expect(check?.('', { [text]: text })).toBe(true)
  expect(check?.('', { [text]: 'other' })).toBe(false)
  expect('hacked' in globalThis).toBe(false)
})

test('a contract whose code would be large is not compiled', () => {
  const branch = (_: unknown, index: number): JsonSchema => ({
    properties: { kind: { const: index }, value: { type: 'string' } },
  })
  const choiceOf = (length: number): JsonSchema => ({ oneOf: Array.from({ length }, branch) })

  expect(validatorCode(choiceOf(20))?.length).toBeLessThan(200 * 1024)
  expect(validatorCode(choiceOf(50))).toBeNull()
})

type Suite = {
  draft: string
  group: string
  schema: JsonSchema | boolean
  data: Json
  needs_remotes: boolean
}
type Tool = { id: string; schema: JsonSchema; valid_args?: Json[] }
type Store = { name: string; schema: JsonSchema; valid: { value: Json }[]; invalid: { value: Json }[] }
type Sample = { schema: JsonSchema; form_data?: Json }

const suite = readCorpus<Suite>('json-schema-test-suite')
const tools = readCorpus<Tool>('tool-schemas')
const stores = readCorpus<Store>('schemastore-with-instances')
const samples = readCorpus<Sample>('form-samples')

describe('schemas of others', withCorpus(suite, tools, stores, samples), () => {
  // biome-ignore format: table
  const cases: [source: string, rows: { schema: JsonSchema; values: Json[] }[]][] = [
    ['the JSON Schema suite', everyNth(suite, 3).filter(isUsable).map(({ draft, schema, data }) => ({ schema: dialectOf(draft, schema as JsonSchema), values: [data] }))],
    ['tools', everyNth(tools, 10).map(({ schema, valid_args = [] }) => ({ schema, values: [{}, { x: 1 }, ...valid_args] }))],
    ['configuration files', everyNth(stores, 30).map(({ schema, valid, invalid }) => ({ schema, values: [...valid, ...invalid].map(({ value }) => value).filter((value) => JSON.stringify(value).length < 20_000) }))],
    ['form samples', everyNth(samples, 1).map(({ schema, form_data = {} }) => ({ schema, values: [{}, form_data] }))],
  ]

  test.each(cases)('the compiled validators of %s give the verdicts of the server', async (_, rows) => {
    const differing: unknown[] = []
    let count = 0
    for (const { schema, values } of rows) {
      const canonical = canonicalSchema(schema).schema ?? toCanonicalDialect(schema)
      const check = await load(canonical)
      if (!check) continue
      for (const [pointer, value] of questions(canonical, values)) {
        const own = check(pointer, value)
        if (own === undefined) continue
        count += 1
        if (own !== compile(canonical).at(pointer).accepts(value)) differing.push([canonical, pointer, value])
      }
    }

    expect(differing).toEqual([])
    expect(count).toBeGreaterThanOrEqual(leastCases(100))
  })
})

function isUsable({ schema, needs_remotes, group }: Suite): boolean {
  return !needs_remotes && typeof schema !== 'boolean' && !/^unevaluated|remote/.test(group)
}

function dialectOf(draft: string, schema: JsonSchema): JsonSchema {
  return draft === 'draft7' ? { $schema: 'http://json-schema.org/draft-07/schema#', ...schema } : schema
}

/** Returns each value to check against the whole contract, and its properties to check against every branch. */
function questions(schema: JsonSchema, values: Json[]): [pointer: string, value: Json][] {
  const branches: string[] = []
  walkSchema(compile(schema).schema, ({ oneOf, anyOf }, pointer) => {
    for (const [keyword, list] of Object.entries({ oneOf, anyOf }))
      if (Array.isArray(list)) branches.push(...list.map((_, index) => `${pointer}/${keyword}/${index}`))
  })
  const parts = values.flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  )
  return [
    ...values.map((value): [string, Json] => ['', value]),
    ...branches
      .slice(0, 10)
      .flatMap((pointer) => parts.slice(0, 10).map((value): [string, Json] => [pointer, value])),
  ]
}

async function load(schema: JsonSchema): Promise<CompiledCheck | undefined> {
  const code = validatorCode(schema)
  if (code === null) return undefined
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  return compiledCheck((await import(/* @vite-ignore */ url)) as ValidatorModule)
}
