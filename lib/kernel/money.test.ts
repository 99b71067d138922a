import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatMicros, parseAmount, parseMicros } from './money.ts'

test.each([
  ['0.05', 50_000n],
  ['2', 2_000_000n],
  ['0', 0n],
  ['0.000001', 1n],
  ['999999999.999999', 999_999_999_999_999n],
])('%s is %s micro-USDC, and is formatted unchanged', (text, micros) => {
  expect(parseAmount(text)).toBe(micros)
  expect(formatMicros(micros)).toBe(text)
})

test.each(['', '.5', '1.', '-1', '1e3', '0.0000001', '1,5', ' 1', '1234567890', 5, null, 'NaN'])(
  '%j is not a valid amount',
  (given) => {
    expect(parseAmount(given)).toBeNull()
  },
)

test('an expense has a sign', () => {
  expect([formatMicros(-50_000n), formatMicros(-1n)]).toEqual(['-0.05', '-0.000001'])
})

test.each([
  ['0', '0.00'],
  ['5', '5.00'],
  ['4.8', '4.80'],
  ['-0.005', '−0.005'],
  ['1290.6', '1,290.60'],
])('a page shows %s as %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text)
})

test('every amount survives being written and read', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n - 1n), (micros) => {
      expect(parseMicros(formatMicros(micros))).toBe(micros)
    }),
  )
})
