import { describe, expect, test } from 'vitest'
import { type TextPiece, textLines, textPieces } from './find-in-texts.ts'
import { lineFinder } from './line-finder.ts'

function found(query: string, line: string, how: { mode?: 'plain' | 'regex'; caseSensitive?: boolean } = {}) {
  const { mode = 'plain', caseSensitive = false } = how
  return [...lineFinder({ query, mode, caseSensitive }).find(line)].map(({ start, end }) =>
    line.slice(start, end),
  )
}

describe('plain text', () => {
  // biome-ignore format: table
  test.each<[string, string, boolean, string[]]>([
    ['a.b',  'a.b axb A.B',     false, ['a.b', 'A.B']],
    ['a.b',  'a.b axb A.B',     true,  ['a.b']],
    ['(',    'f(x) (',          false, ['(', '(']],
    ['ÄÖ',   'äö Äö',           false, ['äö', 'Äö']],
    ['😀',   'a😀b😀',          false, ['😀', '😀']],
    ['aa',   'aaaa',            false, ['aa', 'aa']],
    ['İ',    'xİx İ',           true,  ['İ', 'İ']],
    ['\\d+', '12 \\d+',         false, ['\\d+']],
  ])('a plain search for %j in %j (case-sensitive: %s) finds its lines', (query, line, caseSensitive, expected) => {
    expect(found(query, line, { caseSensitive })).toEqual(expected)
  })
})

describe('patterns', () => {
  // biome-ignore format: table
  test.each<[string, string, boolean, string[]]>([
    ['^a+$',             'aaa',          true,  ['aaa']],
    ['^a+$',             'aab',          true,  []],
    ['(foo|bar)\\b',     'foo bars BAR', false, ['foo', 'BAR']],
    ['(foo|bar)\\b',     'foo bars BAR', true,  ['foo']],
    ['a*',               'baac',         true,  ['aa']],
    ['\\d{2,}',          '1 22 333',     true,  ['22', '333']],
    ['\\p{Lu}',          'aÄb',          true,  ['Ä']],
    ['(x+x+)+y',         `${'x'.repeat(30)}y`, true, [`${'x'.repeat(30)}y`]],
  ])('a search for the pattern %j in %j (case-sensitive: %s) finds its lines', (query, line, caseSensitive, expected) => {
    expect(found(query, line, { mode: 'regex', caseSensitive })).toEqual(expected)
  })

  test.each(['(', '[a', 'a{2', '(?=a)', '(?<!a)b', '(a)\\1', '(?:a{100}){100}', '((a{9}){9}){9}{9}'])(
    'the pattern %j is refused as invalid or too large',
    (query) => {
      if (query === 'a{2') expect(found(query, 'a{2', { mode: 'regex' })).toEqual(['a{2'])
      else
        expect(() => found(query, 'a', { mode: 'regex' })).toThrowError(
          expect.objectContaining({ code: 'INVALID_INPUT' }),
        )
    },
  )

  test.each(['(a+)+$', '(a|a)*$', '(?:.{1,20}){40}z', '\\s+$', '(?:[a-z0-9 ]{50}){10}x'])(
    'the pattern %j searches any text in linear time',
    (query) => {
      const finder = lineFinder({ query, mode: 'regex', caseSensitive: false })
      const piece = 'a'.repeat(finder.pieceChars - 1).concat('!')

      const began = process.cpuUsage()
      finder.mayMatch(piece)

      // This takes 10 to 90 ms; a backtracking engine would never finish.
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
    },
  )
})

describe('pieces of a text', () => {
  const pieces = (parts: string[], pieceChars: number) => Array.fromAsync(textPieces(parts, pieceChars))

  test('the pieces of a text together are the text, end with a line where possible, and have their position', async () => {
    const text = 'one\ntwo\r\nthree\rfour\n\nfive 😀😀😀😀😀😀 long\nsix'
    for (let size = 2; size < 60; size += 1) {
      const made = await pieces([text.slice(0, 7), text.slice(7, 20), text.slice(20)], size)
      expect(made.map((piece) => piece.text).join('')).toBe(text)
      for (const { text: part, offset } of made) {
        expect(text.startsWith(part, offset)).toBe(true)
        expect(part.isWellFormed()).toBe(true)
        expect(part.length).toBeLessThanOrEqual(size)
      }
    }
  })

  test('a search finds the same lines in the pieces of a text as in the whole', async () => {
    const text = 'one\ntwo\r\nthree\rfour\n\nfive\nsix'
    const linesWith = async (size: number) =>
      (await pieces([text], size)).flatMap((piece: TextPiece) => [...textLines(piece)])

    const whole = await linesWith(1_000)

    expect(whole.map(({ text: line }) => line)).toEqual(['one', 'two', 'three', 'four', '', 'five', 'six'])
    expect(whole.map(({ line }) => line)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(whole.every(({ text: line, offset }) => text.startsWith(line, offset))).toBe(true)
    expect(await linesWith(12)).toEqual(whole)
  })
})
