import { expect, test } from 'vitest'
import { formFields } from './request-fields.ts'

test('returns the text fields of a form, without its files', () => {
  const form = new FormData()
  form.append('name', 'Ada')
  form.append('name', 'Grace')
  form.append('file', new Blob(['x']), 'x.txt')

  expect(formFields(form)).toEqual({ name: 'Grace' })
})

test.each([
  [undefined],
  [null],
  ['name=Ada'],
  [{ name: 'Ada', get: 1 }],
  [['name']],
  [new Map([['name', 'Ada']])],
])('returns no fields of %j, which is not a form', (form) => expect(formFields(form)).toEqual({}))
