/**
 * Examples for the chapter on contracts. Only the questions are written down; the answers are asked of the code
 * that every call goes through, so that the page cannot say anything else.
 */

import { schemaChanges } from '#lib/contract/changes/schema-changes.ts'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { canonicalSchema } from '#lib/contract/schema/canonical-schema.ts'
import { prepareInput } from '#lib/contract/values/prepare-input.ts'

export type Coerced = { sent: string; declared: string; result: string; isMended: boolean }

const SENT: [sent: Json, declared: string][] = [
  ['42', 'number'],
  [' 42 ', 'number'],
  ['5.0', 'integer'],
  [42, 'string'],
  [true, 'string'],
  ['yes', 'boolean'],
  [0, 'boolean'],
  ['a', 'array'],
  ['[1,2]', 'array'],
  ['{"a":1}', 'object'],
  ['007', 'string'],
  ['42abc', 'number'],
  ['', 'number'],
  [5.5, 'integer'],
  [null, 'string'],
  ['9007199254740993', 'integer'],
]

export const COERCIONS: Coerced[] = SENT.map(([sent, declared]) => {
  const { value, issues } = prepareInput(
    { type: 'object', properties: { a: { type: declared } } },
    { a: sent },
  )
  const [issue] = issues
  const mended = JSON.stringify((value as { a: Json }).a)
  return { sent: JSON.stringify(sent), declared, result: issue ? issue.message : mended, isMended: !issue }
})

export const FIELD_MAP: JsonSchema = {
  query: { type: 'string', required: true, description: 'What to search for', minLength: 3, maxLength: 500 },
  limit: { type: 'number', default: 5, min: 1, max: 20 },
}

export const FIELD_MAP_AS_SCHEMA = canonicalSchema(FIELD_MAP).schema ?? {}

const closed = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const limit = (more: JsonSchema): JsonSchema => closed({ limit: { type: 'integer', ...more } })
const format = (...values: string[]): JsonSchema => closed({ format: { enum: values } })
const text: JsonSchema = { type: 'string' }

const CHANGES: [before: JsonSchema, after: JsonSchema][] = [
  [closed({}), closed({ limit: text })],
  [closed({}), closed({ limit: text }, ['limit'])],
  [closed({ limit: text }), closed({})],
  [closed({ limit: text }), closed({ limit: text }, ['limit'])],
  [closed({ limit: text }, ['limit']), closed({ limit: text })],
  [limit({ maximum: 20 }), limit({ maximum: 10 })],
  [limit({ maximum: 10 }), limit({ maximum: 20 })],
  [format('json'), format('json', 'csv')],
  [format('json', 'csv'), format('json')],
  [limit({ default: 5 }), limit({ default: 10 })],
  [limit({ description: 'How many' }), limit({ description: 'How many at most' })],
]

export type Demanded = { change: string; input: string; output: string }

export const DEMANDS: Demanded[] = CHANGES.map(([before, after]) => {
  const ask = (role: 'input' | 'output') =>
    schemaChanges(before, after, { role, skill: 'Search', pointer: '', authored: after }).changes
  const [input] = ask('input')
  const [output] = ask('output')
  return {
    change: (input?.sentence ?? '').replace(/ (in|from) the input of “Search”/, ''),
    input: input?.bump ?? 'none',
    output: output?.bump ?? 'none',
  }
})
