import { expect, test } from 'vitest'
import { splitFrontMatter } from './front-matter.ts'

// biome-ignore format: table
test.each([
  ['---\na: 1\n---\ntext',        { fields: 'a: 1', body: 'text' }],
  ['---\r\na: 1\r\n---\r\ntext',  { fields: 'a: 1', body: 'text' }],
  ['---\n---\ntext',              { fields: '', body: 'text' }],
  ['---\na: 1\n---',              { fields: 'a: 1', body: '' }],
  ['---\na: 1\ntext',             null],
  ['text\n---\na: 1\n---\n',      null],
  ['--- a\n---\n',                null],
  ['',                            null],
])('the text %j has the front matter and body %j', (text, parts) => {
  expect(splitFrontMatter(text)).toEqual(parts)
})
