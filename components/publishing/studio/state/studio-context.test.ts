import { expect, test } from 'vitest'
import { type Attention, isDue } from './studio-context.tsx'

const document = {
  name: 'Tools',
  description: '',
  skills: [],
  parameters: {},
  version: '1.0',
}
const nothing: Attention = { markTouched: new Set(), isAsked: false }
const due = (path: string, attention = nothing) => isDue({ path, message: 'is wrong' }, document, attention)

test.each(['/description', '/skills', '/parameters', '/changelog'])(
  'an empty new field is only unfinished: %s',
  (path) => expect(due(path)).toBe(false),
)

test('a wrong value is an error at once', () => {
  expect(due('/version')).toBe(true)
})

test('an empty field that was visited is an error', () => {
  expect(due('/description', { markTouched: new Set(['/description']), isAsked: false })).toBe(true)
})

test('validating everything reports all problems', () => {
  expect(due('/changelog', { markTouched: new Set(), isAsked: true })).toBe(true)
})
