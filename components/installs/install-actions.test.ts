import { expect, test } from 'vitest'
import { type Installed, installOffer, installStepLabel, installStepTo } from './install-actions.ts'

const installed = (range: string | null, waiting: string | null = null): Installed => ({
  number: '1.2.0',
  range,
  waiting: waiting === null ? null : { number: waiting },
})

// biome-ignore format: table
test.each([
  [null,                         '1.2.0', 'Install 1.2.0',    '1.2.0'],
  [installed(null),              '2.0.0', 'Upgrade to 2.0.0', '2.0.0'],
  [installed(null),              '1.1.0', 'Go back to 1.1.0', '1.1.0'],
  [installed('^1.0.0'),          '2.0.0', 'Upgrade to 2.0.0', '^2.0.0'],
  [installed('~1.2.0'),          '1.3.0', 'Upgrade to 1.3.0', '~1.3.0'],
  [installed('>=1 <2'),          '2.0.0', 'Upgrade to 2.0.0', '2.0.0'],
  [installed('>=1 <3'),          '1.1.0', 'Go back to 1.1.0', '>=1 <3'],
  [installed('^1.0.0', '1.5.0'), '1.5.0', 'Review 1.5.0',   '^1.0.0'],
  [installed('^1.0.0', '2.0.0'), '2.0.0', 'Review 2.0.0',   '^1.0.0'],
] as const)('with the installation %j, the button for version %s is “%s”, and the range starts as %s', (before, number, label, range) => {
  expect(installStepLabel(before, { number })).toBe(label)
  expect(installStepTo(before, { number })).toEqual({ number, range })
})

test('a version that waits for consent is offered before a newer one', () => {
  const offered = installOffer(installed('^1.0.0', '1.5.0'), { number: '2.0.0' })
  expect(offered).toEqual({ label: 'Review 1.5.0', step: { number: '1.5.0', range: '^1.0.0' } })
  expect(installOffer(null, null)).toBeNull()
})
