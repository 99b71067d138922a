import { expect, test } from 'vitest'
import { plural } from './plural.ts'

// biome-ignore format: table
test.each([
  [plural(0, 'run'),                 '0 runs'],
  [plural(1, 'run'),                 '1 run'],
  [plural(1_290, 'run'),             '1,290 runs'],
  [plural(1, 'person', 'people'),    '1 person'],
  [plural(2, 'entry', 'entries'),    '2 entries'],
])('a count with its noun is written “%s”', (text, expected) => {
  expect(text).toBe(expected)
})
