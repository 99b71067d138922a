// A placeholder is shown as such in a field of any type; a form without a provider has no placeholders.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { type FieldPlaceholders, FieldPlaceholdersProvider } from './frame/field-placeholders.ts'
import { SchemaForm } from './schema-form.tsx'

const PLACEHOLDERS: FieldPlaceholders = {
  isAllowedAt: (pointer) => pointer.startsWith('/a'),
  isPlaceholder: (value) => value === '$x',
  Control: ({ label, json }) => <b>{`${label} is ${json}`}</b>,
  LabelButton: ({ pointer }) => <i>{`offer ${pointer}`}</i>,
  Footer: ({ json }) => (String(json).includes('$x') ? <u>with x</u> : null),
}

function draw(
  schema: JsonSchema,
  value: Json,
  placeholders: FieldPlaceholders | null = PLACEHOLDERS,
): string {
  const form = (
    <SchemaForm
      schema={{ type: 'object', properties: { a: schema } }}
      value={{ a: value }}
      idPrefix="f"
      onChange={() => {}}
    />
  )
  return renderToStaticMarkup(
    <FieldPlaceholdersProvider value={placeholders}>{form}</FieldPlaceholdersProvider>,
  )
}

// biome-ignore format: table
test.each<[string, JsonSchema]>([
  ['text',       { type: 'string' }],
  ['a number',   { type: 'integer', minimum: 3 }],
  ['yes or no',  { type: 'boolean' }],
  ['a choice',   { enum: ['a', 'b'] }],
  ['a list',     { type: 'array', items: { type: 'string' } }],
  ['an object',  { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] }],
  ['a kind',     { oneOf: [{ type: 'number' }, { type: 'object', properties: {} }] }],
  ['any value',   {}],
])('a placeholder in a field for %s is not an error', (_, schema) => {
  const html = draw(schema, '$x')
  expect(html).toContain('<b>A is $x</b>')
  expect(html).toContain('<i>offer /a</i>')
  expect(html).not.toMatch(/<(input|textarea|select)/)
})

test('a field without a placeholder has its control, and a button to choose a placeholder', () => {
  expect(draw({ type: 'integer' }, 3)).toMatch(/value="3".*/)
  expect(draw({ type: 'boolean' }, true)).toContain('<i>offer /a</i>')
  expect(draw({ type: 'string' }, 'a $x')).toContain('<u>with x</u>')
})

test('where placeholders are not allowed, the same value is an ordinary value', () => {
  const nowhere = { ...PLACEHOLDERS, isAllowedAt: () => false }
  expect(draw({ type: 'string' }, '$x', nowhere)).toBe(draw({ type: 'string' }, '$x', null))
})

test('a form without placeholders is unchanged', () => {
  const html = draw({ type: 'integer' }, '$x', null)
  expect(html).toMatch(/<input[^>]*value="\$x"/)
  expect(html).not.toContain('offer')
})
