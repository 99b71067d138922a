import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, microsOf, parseAmount } from './money.ts'

test.each([
  ['0.05', 50_000n],
  ['2', 2_000_000n],
  ['0', 0n],
  ['0.000001', 1n],
  ['999999999.999999', 999_999_999_999_999n],
])('%s is %s micro-USDC, and reads as it was written', (text, micros) => {
  expect(parseAmount(text)).toBe(micros)
  expect(amountOf(micros)).toBe(text)
})

test.each(['', '.5', '1.', '-1', '1e3', '0.0000001', '1,5', ' 1', '1234567890', 5, null, 'NaN'])(
  '%j is no amount',
  (given) => {
    expect(parseAmount(given)).toBeNull()
  },
)

test('what was spent has a sign', () => {
  expect([amountOf(-50_000n), amountOf(-1n)]).toEqual(['-0.05', '-0.000001'])
})

test('every amount survives being written and read', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n - 1n), (micros) => {
      expect(microsOf(amountOf(micros))).toBe(micros)
    }),
  )
})
