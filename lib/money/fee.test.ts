import { expect, test } from 'vitest'
import { SETTINGS } from '../settings/setting-table.ts'
import { computeFee } from './fee.ts'

test.each([
  [50_000n, '1', 500n],
  [50_000n, '2.5', 1_250n],
  [50_000n, '0', 0n],
  [50_000n, '100', 50_000n],
  [99n, '1', 0n],
  [199n, '1', 1n],
  [1_000_000n, '0.0001', 1n],
])('for %s at %s percent, the fee of the site is %s', (price, percent, fee) => {
  expect(computeFee(price, percent)).toBe(fee)
})

test.each(['101', '-1', 'much', '', '1.00001', '1e2'])('a fee of %j percent is refused', (percent) => {
  expect(SETTINGS.feePercent.schema.safeParse(percent).success).toBe(false)
})

test('the default fee of the site is one percent', () => {
  expect(SETTINGS.feePercent.byDefault).toBe('1')
})
