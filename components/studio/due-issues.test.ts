import { expect, test } from 'vitest'
import { type Attention, isDue } from './due-issues.ts'

const document = {
  name: 'Tools',
  description: '',
  skills: [],
  parameters: {},
  version: '1.0',
}
const nothing: Attention = { touched: new Set(), isAsked: false }
const due = (path: string, attention = nothing) => isDue({ path, message: 'is wrong' }, document, attention)

test.each(['/description', '/skills', '/parameters', '/changelog'])(
  'what nobody has written yet is only still to do: %s',
  (path) => expect(due(path)).toBe(false),
)

test('what was written and is wrong is a mistake at once', () => {
  expect(due('/version')).toBe(true)
})

test('an empty field that somebody has been in is a mistake', () => {
  expect(due('/description', { touched: new Set(['/description']), isAsked: false })).toBe(true)
})

test('whoever asks whether all is done is told of everything', () => {
  expect(due('/changelog', { touched: new Set(), isAsked: true })).toBe(true)
})
