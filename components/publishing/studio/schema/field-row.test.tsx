import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inferFromSample } from '#lib/contracts/infer/infer-from-sample.ts'
import { validateValue } from '#lib/json-schema/evaluate/compile.ts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { SchemaForm } from '../../../forms/schema-form.tsx'
import { withChoices } from './choice-lines.ts'
import { FieldDetails } from './field-details.tsx'
import { FIELD_KINDS, fieldKind, withFieldKind, withItemKind } from './field-kinds.ts'
import { hasDetails } from './field-row.tsx'

const list: JsonObject = FIELD_KINDS.array.keywords

test('a list of choices as the studio writes it is a group of checkboxes, and takes each value once', () => {
  const choices = withItemKind(list, 'choice')
  const items = withChoices(choices.items as JsonObject, [
    { value: 'km', label: 'Kilometres' },
    { value: 'mi' },
  ])
  const units = { ...choices, items }
  const schema = { type: 'object', properties: { units } }

  const html = renderToStaticMarkup(
    <SchemaForm schema={schema} value={{}} idPrefix="f" onChange={() => {}} onSubmit={() => {}} />,
  )

  expect(fieldKind(units)).toBe('array')
  expect(html.match(/role="checkbox"|type="checkbox"/g)).toHaveLength(2)
  expect(html).toContain('Kilometres')
  expect(validateValue(schema, { units: ['km', 'mi'] })).toEqual([])
  expect(validateValue(schema, { units: ['km', 'km'] })).not.toEqual([])
})

test('items that were choices may repeat once they are texts, and a list of distinct texts stays one of distinct numbers', () => {
  expect(withItemKind(withItemKind(list, 'choice'), 'string')).toEqual(list)
  expect(withItemKind({ ...list, uniqueItems: true }, 'integer')).toMatchObject({ uniqueItems: true })
})

test('a number has a unit, a currency and a section, which a text keeps only the section of', () => {
  const distance = { type: 'number', 'x-unit': 'km', 'x-currency': 'EUR', 'x-section': 'Trip' }

  const html = renderToStaticMarkup(<FieldDetails property={distance} kind="number" set={() => {}} />)

  for (const value of ['km', 'EUR', 'Trip']) expect(html).toContain(`value="${value}"`)
  expect(withFieldKind(distance, 'integer')).toEqual({ ...distance, type: 'integer' })
  expect(withFieldKind(distance, 'string')).toEqual({ type: 'string', 'x-section': 'Trip' })
})

test('fields inferred from a sample start folded, and a field with a limit starts unfolded', () => {
  const { properties } = inferFromSample({
    city: 'Rome',
    days: 3,
    on: '2026-01-01',
    tags: ['a'],
    at: { lat: 1 },
  })

  const inferred = Object.values(properties as Record<string, JsonObject>)

  expect(inferred.map(hasDetails)).toEqual([false, false, false, false, false])
  expect(hasDetails({ type: 'integer', minimum: 1 })).toBe(true)
})
