import { expect, test } from 'vitest'
import { issueSentence } from './form-issues.ts'

// biome-ignore format: table
test.each([
  ['is required',                   'This is required.'],
  ['must be a number',              'Must be a number.'],
  ['util.slugifyTitle is denied',   'util.slugifyTitle is denied.'],
])('the message “%s” reads “%s” in a form', (message, sentence) => {
  expect(issueSentence(message)).toBe(sentence)
})
