import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { prepareInput } from '#lib/json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { computeFigures } from './measure-pace.ts'

type ValidateFigures = {
  label: string
  ajv: number
  prepared: number
  /** Median of our time divided by Ajv's. */
  ratio: number
}

const ROUNDS = 25
const ROUND_MS = 20

export function compareValidate(isQuick = false): ValidateFigures[] {
  return CASES.map(({ label, schema: authored, value, fills }) => {
    const { schema = {}, issues } = canonicalSchema(authored)
    if (issues.length > 0) throw new Error(`${label}: ${JSON.stringify(issues)}`)
    const bare = bareAjv(schema, fills)
    const ours = () => prepareInput(schema, value).issues.length === 0
    if (!bare(value) || !ours()) throw new Error(`${label}: the value is not valid`)
    for (let warm = 0; warm < 5; warm++) perSecond(() => bare(value) && ours())
    const rounds = Array.from({ length: isQuick ? 3 : ROUNDS }, () => ({
      ajv: perSecond(() => bare(value)),
      prepared: perSecond(ours),
    }))
    const median = (figure: (round: (typeof rounds)[number]) => number) =>
      computeFigures(rounds.map(figure)).p50
    return {
      label,
      ajv: median(({ ajv }) => ajv),
      prepared: median(({ prepared }) => prepared),
      ratio: median(({ ajv, prepared }) => prepared / ajv),
    }
  })
}

function bareAjv(schema: JsonSchema, fills = false): (value: Json) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, useDefaults: fills })
  formats.default(ajv)
  const check = ajv.compile(schema)
  return fills ? (value) => check({ ...(value as JsonObject) }) : (value) => check(value)
}

function perSecond(work: () => unknown): number {
  const start = process.cpuUsage()
  let count = 0
  let usedMicros = 0
  while (usedMicros < ROUND_MS * 1000) {
    const enough = count + Math.max(1, Math.ceil(count / 4))
    for (; count < enough; count++) work()
    const { user, system } = process.cpuUsage(start)
    usedMicros = user + system
  }
  return (count / usedMicros) * 1_000_000
}

const address = {
  type: 'object',
  properties: {
    street: { type: 'string' },
    city: { type: 'string', minLength: 1 },
    zip: { type: 'string', maxLength: 10 },
  },
  required: ['street', 'city'],
  additionalProperties: false,
}

const search: JsonSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 3, maxLength: 200 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    sort: { enum: ['relevance', 'date', 'size'], default: 'relevance' },
    isExact: { type: 'boolean', default: false },
  },
  required: ['query'],
  additionalProperties: false,
}

const order: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    placed: { type: 'string', format: 'date-time' },
    customer: {
      type: 'object',
      properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' }, address },
      required: ['name', 'email', 'address'],
      additionalProperties: false,
    },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
          count: { type: 'integer', minimum: 1 },
          price: { type: 'number', exclusiveMinimum: 0 },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['sku', 'count', 'price'],
        additionalProperties: false,
      },
    },
    payment: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'card' }, token: { type: 'string' } },
          required: ['kind', 'token'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'invoice' }, days: { type: 'integer' } },
          required: ['kind'],
        },
      ],
    },
    note: { type: ['string', 'null'] },
  },
  required: ['id', 'customer', 'lines', 'payment'],
  additionalProperties: false,
}

const line = (index: number): Json => ({
  sku: `ABC-${1000 + (index % 9000)}`,
  count: 1 + (index % 9),
  price: 9.5,
  tags: ['new', 'small'],
})
const orderOf = (lines: number): Json => ({
  id: '0190a6f0-5c3e-7b1a-9d2e-1234567890ab',
  placed: '2026-11-21T19:30:00Z',
  customer: { name: 'Ada', email: 'ada@example.com', address: { street: '1 Row', city: 'Oslo' } },
  lines: Array.from({ length: lines }, (_, index) => line(index)),
  payment: { kind: 'invoice', days: 30 },
  note: null,
})

const CASES: { label: string; schema: JsonSchema; value: Json; fills?: boolean }[] = [
  {
    label: 'four fields',
    schema: search,
    value: { query: 'harbour', limit: 20, sort: 'date', isExact: true },
  },
  { label: 'four fields, three of them defaults', schema: search, value: { query: 'harbour' }, fills: true },
  { label: 'an order of 5 lines', schema: order, value: orderOf(5) },
  { label: 'an order of 1 MB', schema: order, value: orderOf(15_000) },
]
