import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#lib/audit/model/audit-terms.ts'
import { actionLabel } from './audit-labels.ts'

test.each([
  ['version.submit', 'Submitted a version'],
  ['person.make_admin', 'Gave the admin role to a person'],
  ['recording.keep', 'Kept a recording of a skill'],
  ['organisation.create', 'Created the organisation'],
  ['publisher.rename', 'Renamed a publisher to another name'],
  ['own_host.add', 'Allowed a host of the own network'],
  ['wallet.cap', 'Changed the daily cap of an organisation'],
  ['a.later_action', 'a.later_action'],
])('the filter of the audit log calls %s “%s”', (action, label) => {
  expect(actionLabel(action)).toBe(label)
})

test('no label in the filter of the audit log breaks off', () => {
  const broken = AUDIT_ACTIONS.map(actionLabel).filter((label) =>
    /(?: (?:to|of|on|from|for|in|as|about|the|with)|:)$/.test(label),
  )

  expect(broken).toEqual([])
})
