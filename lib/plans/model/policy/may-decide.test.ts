import { expect, test } from 'vitest'
import { mayDecide } from './may-decide.ts'

test.each([
  ['OWNER', undefined, true],
  ['ADMIN', 'admins', true],
  ['MEMBER', undefined, false],
  ['MEMBER', 'admins', false],
  ['MEMBER', 'members', true],
  [null, 'members', false],
] as const)('a person with the role %s may decide on a step for %s: %s', (role, by, expected) => {
  expect(mayDecide(role, by)).toBe(expected)
})
