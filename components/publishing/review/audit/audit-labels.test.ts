import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#lib/audit/model/audit-terms.ts'
import { actionLabel } from './audit-labels.ts'

test.each([
  ['version.submit', 'Submitted a version'],
  ['person.make_admin', 'Gave the admin role to a person'],
  ['recording.keep', 'Kept a recording of a skill'],
  ['organisation.create', 'Created an organisation'],
  ['version.roll_out', 'Began to roll out a version'],
  ['quarantine.begin', 'Put a version into quarantine'],
  ['vault.forget', 'Permanently deleted a file'],
  ['publisher.rename', 'Renamed a publisher to another name'],
  ['own_host.add', 'Allowed a host of the own network'],
  ['wallet.cap', 'Changed the daily cap of an organisation'],
  ['a.later_action', 'a.later_action'],
])('the filter of the audit log calls %s “%s”', (action, label) => {
  expect(actionLabel(action)).toBe(label)
})

test('no two actions have one label in the filter of the audit log', () => {
  const labels = AUDIT_ACTIONS.map(actionLabel)

  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
})
