// Contracts whose form takes a server seconds or minutes to draw.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '#lib/testing/measure-blocking-work.ts'
import { LoadedForm, SchemaForm } from './schema-form.tsx'

const draw = (schema: JsonSchema, value?: Json) =>
  renderToStaticMarkup(<SchemaForm schema={schema} value={value} onChange={() => {}} />)
const text = { type: 'string', description: 'A text' }
const many = (count: number, make: (at: number) => Json) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, make(at)]))

const doubling: JsonSchema = {
  type: 'object',
  properties: { first: { $ref: '#/$defs/field0' } },
  $defs: many(22, (at) => {
    const next = { $ref: `#/$defs/field${at + 1}` }
    return at === 21 ? text : { type: 'object', properties: { left: next, right: next } }
  }),
}
const tree: JsonSchema = {
  type: 'object',
  properties: { name: text, children: { type: 'array', items: { $ref: '#' } } },
}

test('a usual form is drawn on the server', () => {
  expect(draw({ type: 'object', properties: many(20, () => text) })).toContain('A text')
  expect(draw(tree)).toContain('A text')
})

test('a large form draws its first fields, and the others when they come near', () => {
  const properties = many(1_000, () => text)
  const schema = { type: 'object', properties, required: Object.keys(properties) }

  const html = renderToStaticMarkup(
    <LoadedForm isDrawn schema={schema} value={{}} idPrefix="f" onChange={() => {}} />,
  )

  expect(html.match(/<input/g)).toHaveLength(50)
  expect(html).toContain('Fields 51 to 100')
})

// biome-ignore format: table
test.each<[string, JsonSchema, Json?]>([
  ['definitions that refer to each other twice', doubling],
  ['many fields',                                { type: 'object', properties: many(4_000, () => text) }],
  ['many parts',                                 { type: 'object', allOf: Array(2_000).fill({ properties: { a: text } }) }],
  ['a large value',                              tree, { children: Array(5_000).fill({ name: 'x' }) }],
])('a form of %s is left to the browser', async (_name, schema, value) => {
  draw(tree)
  let html = ''

  const longest = await longestBlockingMs(async () => {
    html = draw(schema, value)
  })

  expect(longest).toBeLessThan(MAX_BLOCKING_MS)
  expect(html).toContain('Loading')
})
