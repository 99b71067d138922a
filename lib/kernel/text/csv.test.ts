import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

// biome-ignore format: table
test.each([
  ['plain cells',             ['a', '1', '-2.5'],          'a,1,-2.5\r\n'],
  ['separators and quotes',   ['a,b', 'say "x"', 'l\nm'],  '"a,b","say ""x""","l\nm"\r\n'],
  ['what would be a formula', ['=1+1', '-x', '@a', '+b'],  "'=1+1,'-x,'@a,'+b\r\n"],
])('a line of CSV: %s', (_, cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
