// Values that a server takes seconds to draw: the browser draws them.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '#lib/testing/measure-blocking-work.ts'
import { ResultView } from './result-view.tsx'

const draw = (value: Json, schema?: JsonSchema) =>
  renderToStaticMarkup(<ResultView value={value} schema={schema} />)
const fields = (count: number, name = 'field') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, at]))

const manyProperties: JsonSchema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'object', properties: fields(3_000) } } },
}

test('a usual result is drawn on the server', () => {
  expect(draw({ message: 'Hello', rows: [{ a: 1 }, { a: 2 }] })).toContain('Hello')
})

// biome-ignore format: a table reads in rows
test.each<[string, Json, JsonSchema?]>([
  ['many fields',                       fields(200_000)],
  ['a long list',                       { list: Array(1_000_000).fill(0) }],
  ['rows with columns of their own',    { rows: Array.from({ length: 100 }, (_, row) => fields(200, `row${row}_`)) }],
  ['lists of lists',                    Array(300).fill(Array(300).fill('x'))],
  ['rows of a schema with many fields', { rows: Array(100).fill({}) }, manyProperties],
])('%s are left to the browser', async (_name, value, schema) => {
  draw({ rows: [{ a: 1 }] })
  let html = ''

  const longest = await longestBlockingMs(async () => {
    html = draw(value, schema)
  })

  expect(longest).toBeLessThan(MAX_BLOCKING_MS)
  expect(html).toContain('Loading')
})
