import { expect, test } from 'vitest'
import { isDue, type TouchedFields } from './studio-context.tsx'

const document = {
  name: 'Tools',
  description: '',
  skills: [],
  parameters: {},
  version: '1.0',
}
const nothing: TouchedFields = { pointers: new Set(), isAllTouched: false }
const due = (path: string, touchedFields = nothing) =>
  isDue({ path, message: 'is wrong' }, document, touchedFields)

test.each(['/description', '/skills', '/parameters', '/changelog'])(
  'an empty field that was not visited has no error yet: %s',
  (path) => expect(due(path)).toBe(false),
)

test('an invalid value has an error at once', () => {
  expect(due('/version')).toBe(true)
})

test('an empty field has an error once it was visited', () => {
  expect(due('/description', { pointers: new Set(['/description']), isAllTouched: false })).toBe(true)
})

test('running the checklist shows the errors of all fields', () => {
  expect(due('/changelog', { pointers: new Set(), isAllTouched: true })).toBe(true)
})
