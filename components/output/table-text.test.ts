import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { chooseColumns } from './table-columns.ts'
import { toCsv, toMarkdownTable } from './table-text.ts'

const ROWS: JsonObject[] = [
  { name: 'Paper | A4', count: 2, tags: ['a', 'b'] },
  { name: 'two\nlines', count: 10 },
  { name: '=1+1', count: null },
]

test('a table is copied as CSV with the keys of its fields', () => {
  expect(toCsv(ROWS, chooseColumns(ROWS)).split('\r\n')).toEqual([
    'name,count,tags',
    'Paper | A4,2,"[""a"",""b""]"',
    '"two\nlines",10,',
    "'=1+1,,",
    '',
  ])
})

test('a table is copied as Markdown with the titles of its columns', () => {
  expect(toMarkdownTable(ROWS, chooseColumns(ROWS)).split('\n')).toEqual([
    '| Name | Count | Tags |',
    '| --- | ---: | --- |',
    '| Paper \\| A4 | 2 | ["a","b"] |',
    '| two<br>lines | 10 |  |',
    '| =1+1 |  |  |',
    '',
  ])
})
