import { expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/json.ts'
import { readResultForm, toResultForm } from './result-form.ts'

const result = (value: JsonObject, more: object = {}) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(value) }],
  structuredContent: value,
  ...more,
})
const lineOf = (value: JsonObject) =>
  (toResultForm(result(value), 'structured').content[0] as { text: string }).text

test('a client gets the JSON of a result once, and a line that says what it is', () => {
  const list = { skills: [{ name: 'a.b.c' }, { name: 'a.b.d' }], next_cursor: null }
  const { content, structuredContent } = toResultForm(result(list), 'structured')

  expect(structuredContent).toEqual(list)
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^skills: 2 items, next_cursor \(/) }])
})

// biome-ignore format: table
test.each<[string, JsonObject, RegExp]>([
  ['the summary of a run',             { run_id: 'run_1', summary: 'Two words.', output: {} },       /^Two words\. \(The whole result/],
  ['the message of a skill, alone',    { message: 'Hello, Ada!' },                                  /^Hello, Ada!$/],
  ['a long message, cut',              { message: 'x'.repeat(5_000) },                              /^x{200}… \(/],
  ['a message of several lines',       { message: 'One\n\n- two' },                                 /^One - two \(/],
  ['where a large output is',          { run_id: 'run_1', summary: 'Done.', output_shape: {}, output_blobs: ['blob:1'] }, /^Done\. \(The output is too large .* Read it from blob:1 with read_blob/],
  ['that a large output was kept with its run only', { run_id: 'run_1', summary: 'Done.', output_shape: {} }, /^Done\. \(The output is too large .* shape is in the structured content\.\)$/],
  ['why a run failed, with its wait',  { run_id: 'run_1', summary: 'Slow down.', error: { code: 'RATE_LIMIT_EXCEEDED', retry_after: 7 } }, /^RATE_LIMIT_EXCEEDED, retry_after 7: Slow down\./],
])('the line of text is %s', (_, value, expected) => {
  expect(lineOf(value)).toMatch(expected)
})

test('a client that reads only text gets the JSON as text, without structured content', () => {
  const links = {
    content: [{ type: 'text' as const, text: '{"a":1}' }],
    structuredContent: { a: 1 },
    _meta: { b: 2 },
  }

  expect(toResultForm(links, 'text')).toEqual({
    content: [{ type: 'text', text: '{"a":1}' }],
    _meta: { b: 2 },
  })
})

test('what follows the JSON of a result stays, such as links to blobs', () => {
  const link = { type: 'resource_link' as const, uri: 'blob://1', name: '1' }
  const { content, structuredContent } = result({ rows: [1] })

  expect(toResultForm({ content: [...content, link], structuredContent }, 'structured').content[1]).toEqual(
    link,
  )
})

test('the sentences of a refusal stay, and questions are returned unchanged', () => {
  const refused = {
    content: [{ type: 'text' as const, text: 'NOT_FOUND: …' }],
    structuredContent: { error: {} },
  }
  const question = { resultType: 'input_required' }

  expect(toResultForm(refused, 'structured')).toEqual(refused)
  expect(toResultForm(question, 'structured')).toEqual(question)
})

test('the address and the version decide on the form', () => {
  const form = (query: string, version?: string) =>
    readResultForm(
      new URLSearchParams(query),
      new Headers(version ? { 'mcp-protocol-version': version } : {}),
    )

  expect(form('', '2025-11-25')).toBe('structured')
  expect(form('text=full', '2026-07-28')).toBe('text')
  // 2025-03-26 knows neither the header nor structured content.
  expect(form('')).toBe('both')
  expect(() => form('text=all')).toThrow('must be line or full')
})
