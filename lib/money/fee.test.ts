import { expect, test } from 'vitest'
import { computeFee, feePercent } from './fee.ts'

test.each([
  [50_000n, undefined, 500n],
  [50_000n, '2.5', 1_250n],
  [50_000n, '0', 0n],
  [50_000n, '100', 50_000n],
  [99n, undefined, 0n],
  [199n, undefined, 1n],
  [50_000n, '101', 500n],
  [50_000n, '-1', 500n],
  [50_000n, 'much', 500n],
])('for %s at %s percent, Guildhall’s fee is %s', (price, percent, fee) => {
  expect(computeFee(price, percent)).toBe(fee)
})

test('the default fee of the site is one percent', () => {
  expect(feePercent(undefined)).toBe('1')
})
