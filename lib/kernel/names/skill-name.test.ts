import { expect, test } from 'vitest'
import { slugFrom } from './skill-name.ts'

// biome-ignore format: table
test.each([
  ['Text statistics',     'text_statistics'],
  ['  Café & Co. 2 ',     'cafe_co_2'],
  ['JSON → CSV',          'json_csv'],
  ['Привет',              ''],
  ['',                    ''],
  [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
])('%j suggests %j', (name, slug) => {
  expect(slugFrom(name)).toBe(slug)
})
