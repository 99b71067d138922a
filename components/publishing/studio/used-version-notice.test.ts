import { expect, test } from 'vitest'
import { findUsedVersion } from './used-version-notice.tsx'

const versions = [
  { number: '1.2.0', state: 'CHANGES_REQUESTED' },
  { number: '1.10.0', state: 'REJECTED' },
  { number: '1.1.0', state: 'IN_REVIEW' },
  { number: '1.0.0', state: 'PUBLISHED' },
] as const

test.each(['1.3.0', '1.2.0', ''])('a draft may use the version number %j', (number) => {
  expect(findUsedVersion(number, versions)).toBeUndefined()
})

test('for a published version number, the next above all used ones is offered', () => {
  expect(findUsedVersion('1.0.0', versions)).toMatchObject({ next: '1.10.1' })
})

test('for a version number in review, which may become free again, no other is offered', () => {
  expect(findUsedVersion('1.1.0', versions)?.next).toBeUndefined()
  expect(findUsedVersion('1.1.0', versions)?.sentence).toContain('not part of it')
})
