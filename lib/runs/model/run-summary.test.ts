import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { summarizeValue } from './run-summary.ts'

test.each<[string, Json, string | null]>([
  ['the first line of a text', { text: '\n\n# The **quick** brown fox\njumps' }, 'The quick brown fox'],
  [
    'the message of a result',
    { words: 9, message: '**9 words** in `1` sentence.' },
    '9 words in 1 sentence.',
  ],
  ['a text of one word like one of several', { text: 'hello' }, 'hello'],
  [
    'a written file without what only programs compare',
    { path: 'Reports/sales.md', etag: '8201898994d4', mtimeMs: 1796004696545 },
    'path Reports/sales.md',
  ],
  ['names and values', { amount: 12.5, from: 'EUR', to: 'USD' }, 'amount 12.5 · from EUR · to USD'],
  ['switches that are on', { roundUp: true, verbose: false, note: '' }, 'round up'],
  [
    'the first of several records',
    [{ item: 'Pen', count: 2 }, { item: 'Ink' }],
    '2 items: item Pen · count 2',
  ],
  ['short lists', { tags: ['a', 'b'] }, 'a, b'],
  ['files by kind', { image: 'data:image/png;base64,AAAA' }, 'image file'],
  ['what is left beside a password', { password: 'tr0ub4dor', apiKey: 'k', user: 'ada' }, 'user ada'],
  ['nothing for an empty input', {}, null],
  ['nothing for null', null, null],
])('summarises %s', (_, value, summary) => {
  expect(summarizeValue(value)).toBe(summary)
})

test('a run’s summary is one storable line of at most 160 characters, whatever the value', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ depthSize: 'medium' }),
      fc.string({ unit: 'binary', minLength: 200 }),
      (value, text) => {
        for (const given of [value, { text }, [text, value]] as Json[]) {
          const summary = summarizeValue(given) ?? ''
          expect(summary.length).toBeLessThanOrEqual(160)
          expect(isStorable(summary) && !/[\r\n]/.test(summary)).toBe(true)
        }
      },
    ),
  )
})

test('a run’s summary reads only the beginning of a large value', () => {
  const large = {
    rows: Array.from({ length: 200_000 }, () => ({ text: 'a'.repeat(20) })),
    text: 'b'.repeat(5_000_000),
  }
  const startedAt = performance.now()

  summarizeValue(large)

  expect(performance.now() - startedAt).toBeLessThan(200)
})
