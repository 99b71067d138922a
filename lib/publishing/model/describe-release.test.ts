import { expect, test } from 'vitest'
import { describeRelease } from './describe-release.ts'

const heldUntil = new Date('2027-01-31T10:20:00Z')

test('the sentence about a release tells when ranges lead to it, and why it has no steps', () => {
  expect(describeRelease({ kind: 'gradual', heldUntil })).toBe(
    'Ranges lead to it from 2027-01-31 10:20 UTC on: for one organisation first, then for more as their runs succeed, as its page shows.',
  )
  expect(describeRelease({ kind: 'at_once', reason: 'audience', heldUntil })).toBe(
    'Fewer than five other organisations used the SkillSet of late: ranges lead to it from 2027-01-31 10:20 UTC on, for all organisations together.',
  )
  expect(describeRelease({ kind: 'at_once', heldUntil: null })).toBe(
    'Ranges lead to it now, for all organisations together.',
  )
})
