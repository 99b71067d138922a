import { expect, test } from 'vitest'
import { nameField } from './name-field.ts'

test.each([
  ['  Ada \t Lovelace ', 'Ada Lovelace'],
  ['Ada\u0000\nLovelace', 'Ada Lovelace'],
  ['Ada\u202eecalevoL', 'AdaecalevoL'],
  ['李小龍', '李小龍'],
])('%j is kept as %j', (given, kept) => {
  expect(nameField.parse(given)).toBe(kept)
})

test.each([[''], ['   '], ['\u200b'], ['x'.repeat(81)], [null], [{ not: '' }]])('%j is refused', (given) => {
  expect(nameField.safeParse(given).success).toBe(false)
})
