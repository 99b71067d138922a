import { expect, test } from 'vitest'
import { plainMarkdown } from './plain-markdown.ts'

// biome-ignore format: table
test.each([
  ['**7 words** in *one* `sentence`', '7 words in one sentence'],
  ['# Title\n> quoted',              'Title\nquoted'],
  ['See [the guide](/docs) ![a](b)', 'See the guide a'],
  ['2 * 3 * 4 and snake_case_name',  '2 * 3 * 4 and snake_case_name'],
  ['~~old~~ new',                    'old new'],
])('%j is shown as %j until the parser has loaded', (text, plain) => {
  expect(plainMarkdown(text)).toBe(plain)
})

test('a text of 300,000 marks without their ends is read', () => {
  expect(plainMarkdown('[*`'.repeat(100_000)).length).toBeGreaterThan(0)
})
