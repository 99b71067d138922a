// Tests with random schemas that both engines return the same issues in the same order.
import { describe, expect, test } from 'vitest'
import type { Issue } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { everyNth, leastCases, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'
import { toCanonicalDialect } from '../tree/dialect.ts'
import { newAjvEngine } from './ajv-engine.ts'
import { listFaults } from './choose-branch.ts'
import { compileSchema } from './compiled-schema.ts'
import { newInterpreter } from './interpreter.ts'
import { toIssues } from './issues.ts'

type Engine = typeof newInterpreter

const PETS: JsonSchema = {
  type: 'object',
  properties: {
    pet: {
      oneOf: [
        {
          properties: { kind: { const: 'cat' }, lives: { type: 'integer', maximum: 9 } },
          required: ['lives'],
        },
        {
          properties: {
            kind: { const: 'dog' },
            tricks: { type: 'array', items: { type: 'string' }, uniqueItems: true },
          },
        },
      ],
    },
    born: { type: 'string', format: 'date' },
    price: { type: 'number', multipleOf: 0.01, exclusiveMinimum: 0 },
    code: { type: 'string', pattern: '^[a-z]+$', minLength: 2 },
    next: { $ref: '#' },
  },
  propertyNames: { maxLength: 5 },
  dependentRequired: { code: ['price'] },
  additionalProperties: { type: 'boolean' },
}

const VALUES: Json[] = [
  {},
  [],
  { pet: { kind: 'cat', lives: 10.5 } },
  { pet: { kind: 'dog', tricks: ['a', 1, 'a'] } },
  { pet: {}, born: '2026-02-30', price: 19.99 },
  { price: -0.001, code: 'A' },
  { next: { next: { code: 'ok', toolong: 1 } } },
  { pet: 7, other: 'yes', price: 2 ** 53 },
]

test.each(VALUES.map((value) => [JSON.stringify(value), value] as const))(
  'the interpreter and Ajv report the same issues for the value %s',
  (_, value) => {
    expect(issues(newInterpreter, PETS, value)).toEqual(issues(newAjvEngine, PETS, value))
  },
)

type Row = {
  draft: string
  file: string
  group: string
  test: string
  schema: JsonSchema | boolean
  data: Json
  valid: boolean
  needs_remotes: boolean
}

// Ajv is wrong in these cases: it does not merge evaluated items from branches.
const AJV_IS_WRONG = /^unevaluatedItems (with nested items|can see annotations from if without)/

const rows = readCorpus<Row>('json-schema-test-suite')

describe('the official JSON Schema suite', withCorpus(rows), () => {
  const asked = (rows ?? []).filter(({ needs_remotes, group }) => !needs_remotes && !AJV_IS_WRONG.test(group))

  test('the interpreter agrees with Ajv', () => {
    const differing = everyNth(asked, 4).filter(({ draft, schema, data }) => {
      const whole: JsonSchema = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema
      const dialect: JsonSchema =
        draft === 'draft7' ? { $schema: 'http://json-schema.org/draft-07/schema#' } : {}
      return differ(toCanonicalDialect({ ...dialect, ...whole }), data)
    })

    expect(differing).toEqual([])
    expect(asked.length).toBeGreaterThanOrEqual(leastCases(2_000))
  })
})

type Tool = { id: string; schema: JsonSchema; valid_args?: Json[] }
type Store = { name: string; schema: JsonSchema; valid: { value: Json }[]; invalid: { value: Json }[] }

const tools = readCorpus<Tool>('tool-schemas')
const stores = readCorpus<Store>('schemastore-with-instances')

describe('schemas of tools and configuration files', withCorpus(tools, stores), () => {
  test('the interpreter agrees with Ajv', () => {
    const cases = [
      ...everyNth(tools, 20).map(({ id, schema, valid_args = [] }) => ({
        name: id,
        schema,
        values: [{}, { x: 1 }, ...valid_args],
      })),
      ...everyNth(stores, 60).map(({ name, schema, valid, invalid }) => {
        const values = [...valid, ...invalid].map(({ value }) => value)
        return { name, schema, values: values.filter((value) => JSON.stringify(value).length < 20_000) }
      }),
    ]
    const differing = cases.flatMap(({ name, schema, values }) => {
      const { schema: canonical } = canonicalSchema(schema)
      return canonical && values.some((value) => differ(canonical, value)) ? [name] : []
    })

    expect(differing).toEqual([])
  })
})

function differ(schema: JsonSchema, value: Json): boolean {
  const [ajv, own] = [newAjvEngine, newInterpreter].map((engine) =>
    JSON.stringify(issues(engine, schema, value)),
  )
  return ajv !== own
}

function issues(engine: Engine, schema: JsonSchema, value: Json): Issue[] | 'cannot be asked' {
  try {
    return toIssues(listFaults(compileSchema(engine, schema), value))
  } catch {
    return 'cannot be asked'
  }
}
