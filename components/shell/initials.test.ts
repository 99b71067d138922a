import { expect, test } from 'vitest'
import { formatInitials } from './initials.ts'

test.each([
  ['Ada King Lovelace', 'AL'],
  ['ada', 'A'],
  ['  grace   hopper ', 'GH'],
  ['李 小龙', '李小'],
  ['🦊 fox', '🦊F'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(formatInitials(name)).toBe(initials)
})
