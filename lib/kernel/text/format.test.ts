import { expect, test } from 'vitest'
import { capitalise, formatBytes } from './format.ts'

// biome-ignore format: table
test.each([
  [0,                '0 bytes'],
  [1,                '1 byte'],
  [1_023,            '1023 bytes'],
  [1_024,            '1 KB'],
  [1_536,            '1.5 KB'],
  [100 * 1024,       '100 KB'],
  [1024 ** 2 - 1,    '1024 KB'],
  [5 * 1024 ** 3,    '5 GB'],
  [2_048 * 1024 ** 4, '2048 TB'],
])('%d bytes are %s', (bytes, formatted) => {
  expect(formatBytes(bytes)).toBe(formatted)
})

// biome-ignore format: table
test.each([
  ['add a step', 'Add a step'],
  ['URL',        'URL'],
  ['',           ''],
])('%j is capitalised as %j', (text, capitalised) => {
  expect(capitalise(text)).toBe(capitalised)
})
