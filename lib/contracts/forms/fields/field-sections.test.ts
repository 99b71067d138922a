import { expect, test } from 'vitest'
import { fieldSections } from './field-sections.ts'

test('fields of a form stand in the sections that they name, after those that name none', () => {
  const properties = new Map([
    ['name', [{ type: 'string' }]],
    ['street', [{ 'x-section': 'Address' }]],
    ['iban', [{ 'x-section': 'Payment' }]],
    ['city', [{ 'x-section': 'Address' }]],
    ['note', [{ 'x-section': ' ' }]],
  ])

  expect(fieldSections([...properties.keys()], properties)).toEqual([
    { title: undefined, names: ['name', 'note'] },
    { title: 'Address', names: ['street', 'city'] },
    { title: 'Payment', names: ['iban'] },
  ])
})
