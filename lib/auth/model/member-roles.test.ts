import { expect, test } from 'vitest'
import { governs, MEMBER_ROLES, type MemberRole } from './member-roles.ts'

const cases: [actor: MemberRole, role: MemberRole, allowed: boolean][] = [
  ['OWNER', 'OWNER', true],
  ['OWNER', 'ADMIN', true],
  ['OWNER', 'MEMBER', true],
  ['ADMIN', 'OWNER', false],
  ['ADMIN', 'ADMIN', true],
  ['ADMIN', 'MEMBER', true],
  ['MEMBER', 'OWNER', false],
  ['MEMBER', 'ADMIN', false],
  ['MEMBER', 'MEMBER', false],
]

test.each(cases)('whether %s governs %s is %s', (actor, role, allowed) => {
  expect(governs(actor, role)).toBe(allowed)
})

test('no one can raise a member above themselves', () => {
  const rank = (role: MemberRole) => MEMBER_ROLES.indexOf(role)

  for (const [actor, role, allowed] of cases)
    if (allowed) expect(rank(role)).toBeGreaterThanOrEqual(rank(actor))
})
