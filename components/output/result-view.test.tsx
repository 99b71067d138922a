// Values that a server takes seconds to draw: the browser draws them.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
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

// biome-ignore format: table
test.each<[string, Json, JsonSchema?]>([
  ['many fields',                       fields(200_000)],
  ['a long list',                       { list: Array(1_000_000).fill(0) }],
  ['rows with columns of their own',    { rows: Array.from({ length: 100 }, (_, row) => fields(200, `row${row}_`)) }],
  ['lists of lists',                    Array(300).fill(Array(300).fill('x'))],
  ['rows of a schema with many fields', { rows: Array(100).fill({}) }, manyProperties],
])('%s are drawn by the browser, not by the server', async (_name, value, schema) => {
  draw({ rows: [{ a: 1 }] })
  let html = ''

  const longest = await longestBlockingMs(async () => {
    html = draw(value, schema)
  })

  expect(longest).toBeLessThan(MAX_BLOCKING_MS)
  expect(html).toContain('Loading')
})

test('amounts have the currency of their record, also in its tables', () => {
  const invoice = {
    currency: 'EUR',
    total: 1290.6,
    quantity: 3,
    lines: [
      { net: 2.5, rate: 0.2 },
      { net: 4, rate: 0.2 },
    ],
  }

  const html = draw(invoice)

  expect(html).toContain('€1,290.60')
  expect(html).toContain('€2.50')
  expect(html).toMatch(/>3<[\s\S]*>0\.2</)
})

test('instants are times, whether they are written or counted', () => {
  const html = draw({ createdAt: 1_795_385_623, until: '2026-03-30T13:30:00.000Z', seconds: 90 })

  expect(html).toContain('2026-11-22T')
  expect(html).toContain('30 Mar 2026, 13:30 UTC')
  expect(html).toContain('>90<')
})

test('numbers have a chart on request', () => {
  expect(draw({ values: [3, 1, 4, 1] })).toContain('Chart')
})

test('a table in a cell of a table has no tools', () => {
  expect(draw({ rows: [{ values: [3, 1, 4, 1] }] })).not.toContain('Chart')
})

test('media are shown and Markdown is read, as the schema declares', () => {
  const text = (contentMediaType: string) => ({ type: 'string', contentMediaType })
  const schema = { properties: { note: text('text/markdown'), picture: text('image/svg+xml') } }

  const html = draw(
    { note: 'All **done**', picture: '<svg></svg>', sound: 'data:audio/wav;base64,UklG' },
    schema,
  )

  expect(html).not.toContain('**')
  expect(html).toMatch(/<img[^>]*src="data:image\/svg/)
  expect(html).toMatch(/<audio[^>]*src="data:audio/)
})

test('sizes are drawn for people, with the exact number on hover, and what only programs need is folded', () => {
  const file: JsonSchema = {
    properties: {
      written: { type: 'integer', 'x-unit': 'bytes', description: 'The size, in bytes.' },
      distance: { type: 'number', 'x-unit': 'km' },
      mtimeMs: { type: 'integer', description: 'The last change, in epoch milliseconds.' },
      etag: { type: 'string', 'x-technical': true },
    },
  }

  const html = draw({ written: 1_536, distance: 4, mtimeMs: 1_795_385_623_015, etag: 'abc' }, file)

  expect(html).toContain('title="1,536 bytes">1.5 KB<')
  expect(html).toContain('The size.')
  expect(html).toContain('4 km')
  expect(html).toContain('The last change.')
  expect(html).not.toContain('milliseconds')
  expect(html).toMatch(/<summary[^>]*>For programs<\/summary>[\s\S]*abc/)
})
