import { expect, test } from 'vitest'
import { requireNotWithdrawn, type Withdrawal } from './withdrawal.ts'

const quarantine: Withdrawal = { kind: 'quarantine', reason: 'It looks odd.', endsAtMs: Date.now() + 60_000 }
const free = (number: string, rollout: { state: string } | null = null) => ({
  ...{ number, state: 'PUBLISHED', withdrawal: null, rollout },
})

test('the error of a version in quarantine names the newest other version that runs and was not returned', () => {
  const others = [
    free('1.0.0'),
    free('1.10.0'),
    free('1.9.0'),
    free('1.11.0', { state: 'returned' }),
    { ...free('1.12.0'), state: 'YANKED' },
  ]
  const run = () => requireNotWithdrawn('acme.invoices', { number: '1.13.0', withdrawal: quarantine }, others)

  expect(run).toThrow(
    expect.objectContaining({
      code: 'SKILL_QUARANTINED',
      options: expect.objectContaining({
        suggestedAction: 'Wait, or ask for version 1.10.0, which is not affected.',
      }),
    }),
  )
})
