// A value that stands for another is shown as what it is, whatever its field takes; forms without such know of none.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { SchemaForm } from './schema-form.tsx'
import { type StandIns, StandInsProvider } from './stand-ins.ts'

const STAND_INS: StandIns = {
  isPlace: (pointer) => pointer.startsWith('/a'),
  isStandIn: (value) => value === '$x',
  Shown: ({ label, json }) => <b>{`${label} is ${json}`}</b>,
  Offer: ({ pointer }) => <i>{`offer ${pointer}`}</i>,
  Within: ({ json }) => (String(json).includes('$x') ? <u>with x</u> : null),
}

function draw(schema: JsonSchema, value: Json, standIns: StandIns | null = STAND_INS): string {
  const form = (
    <SchemaForm
      schema={{ type: 'object', properties: { a: schema } }}
      value={{ a: value }}
      idPrefix="f"
      onChange={() => {}}
    />
  )
  return renderToStaticMarkup(<StandInsProvider value={standIns}>{form}</StandInsProvider>)
}

// biome-ignore format: a table reads in rows
test.each<[string, JsonSchema]>([
  ['text',       { type: 'string' }],
  ['a number',   { type: 'integer', minimum: 3 }],
  ['yes or no',  { type: 'boolean' }],
  ['a choice',   { enum: ['a', 'b'] }],
  ['a list',     { type: 'array', items: { type: 'string' } }],
  ['an object',  { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] }],
  ['a kind',     { oneOf: [{ type: 'number' }, { type: 'object', properties: {} }] }],
  ['anything',   {}],
])('in a field for %s it is no misfit', (_, schema) => {
  const html = draw(schema, '$x')
  expect(html).toContain('<b>A is $x</b>')
  expect(html).toContain('<i>offer /a</i>')
  expect(html).not.toMatch(/<(input|textarea|select)/)
})

test('any other value has its control, and a way to choose one', () => {
  expect(draw({ type: 'integer' }, 3)).toMatch(/value="3".*/)
  expect(draw({ type: 'boolean' }, true)).toContain('<i>offer /a</i>')
  expect(draw({ type: 'string' }, 'a $x')).toContain('<u>with x</u>')
})

test('where none may stand, the same value is a value like any other', () => {
  const nowhere = { ...STAND_INS, isPlace: () => false }
  expect(draw({ type: 'string' }, '$x', nowhere)).toBe(draw({ type: 'string' }, '$x', null))
})

test('without any said, a form draws what it always did', () => {
  const html = draw({ type: 'integer' }, '$x', null)
  expect(html).toMatch(/<input[^>]*value="\$x"/)
  expect(html).not.toContain('offer')
})
