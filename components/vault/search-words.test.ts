import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

const match = (path: string) => ({ path, line: 0, start: 0, end: 1, snippet: 'x' })

// biome-ignore format: a table reads in rows
test.each<[string, string[], boolean, string]>([
  ['nothing',                         [],                       false, '“x” is in no file.'],
  ['one place',                       ['a.md'],                 false, '1 place in 1 file'],
  ['several',                         ['a.md', 'a.md', 'b.md'], false, '3 places in 2 files'],
  ['more than are shown',             ['a.md', 'b.md'],         true,  'The first 2 places in 2 files'],
  // Nobody knows then whether it is in the files that were not reached.
  ['nothing until the time was up',   [],                       true,  '“x” was not found in the time there was, and some files were not reached. A longer text or a simpler pattern is faster.'],
])('a search that found %s', (_what, paths, truncated, words) => {
  expect(searchWords({ query: 'x', matches: paths.map(match), truncated })).toBe(words)
})
