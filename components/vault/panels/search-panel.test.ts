import { expect, test } from 'vitest'
import { formatSearchSummary } from './search-panel.tsx'

const match = (path: string) => ({ path, line: 0, start: 0, end: 1, snippet: 'x' })

// biome-ignore format: table
test.each<[string, string[], boolean, string]>([
  ['nothing',                         [],                       false, 'No file contains “x”.'],
  ['one match',                       ['a.md'],                 false, '1 match in 1 file'],
  ['several',                         ['a.md', 'a.md', 'b.md'], false, '3 matches in 2 files'],
  ['more than are shown',             ['a.md', 'b.md'],         true,  'The first 2 matches in 2 files'],
  // Files that were not reached may contain the text.
  ['nothing until the time was up',   [],                       true,  'The search for “x” timed out before it reached all files. Try a longer text or a simpler pattern.'],
])('the summary of a search that found %s', (_what, paths, truncated, summary) => {
  expect(formatSearchSummary({ query: 'x', matches: paths.map(match), truncated })).toBe(summary)
})
