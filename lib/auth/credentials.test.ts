import { expect, test } from 'vitest'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import { hashPassword, newPasswordField, verifyPassword } from './credentials.ts'

test('the password of a hash is accepted, another is not', async () => {
  const hash = await cheapPasswordHash('correct horse battery')

  expect(await verifyPassword('correct horse battery', hash)).toBe(true)
  expect(await verifyPassword('correct horse batterz', hash)).toBe(false)
})

test('the same password has a different hash each time', async () => {
  expect(await cheapPasswordHash('correct horse battery')).not.toBe(
    await cheapPasswordHash('correct horse battery'),
  )
})

test('a hash contains its cost, and one of an older cost is still accepted', async () => {
  const older = 'scrypt$14$8$1$c2FsdHNhbHRzYWx0c2FsdA==$R6/busVseNJ8NWKExG5OlIyuvV1YLyrhi5f39x3zmuA='

  const newer = await hashPassword('newer password')

  expect(newer).toMatch(/^scrypt\$15\$8\$3\$/)
  expect(await verifyPassword('newer password', newer)).toBe(true)
  expect(await verifyPassword('older password', older)).toBe(true)
})

test('a password matches however its accents are encoded', async () => {
  const hash = await cheapPasswordHash('cafe\u0301 au lait')

  expect(await verifyPassword('caf\u00e9 au lait', hash)).toBe(true)
})

test('an unknown user has no password, and the check takes equally long', async () => {
  const hash = `scrypt$15$8$3$${'A'.repeat(22)}==$${'B'.repeat(43)}=`
  const known = await timed(() => verifyPassword('wrong', hash))
  const unknown = await timed(() => verifyPassword('wrong', null))

  expect(unknown.answer).toBe(false)
  // Both do the same work, and CPU time does not include waiting on a busy machine.
  expect(unknown.ms).toBeGreaterThan(known.ms / 5)
})

// Checking each of these takes as long as checking a real password.
const FURTHER = ['plain text', '$2b$10$abcdefghijklmnopqrstuv']

test.each(['', 'scrypt$15$8$3$$', ...(process.env.GUILDHALL_LONG ? FURTHER : [])])(
  'an invalid hash never matches: %s',
  async (stored) => {
    expect(await verifyPassword('', stored)).toBe(false)
  },
)

test.each([
  ['', 'Choose a password.'],
  ['    ', 'Use at least 10 characters.'],
  [' '.repeat(12), 'A password cannot consist of spaces only.'],
])('the new password “%s” is refused with one message', (password, message) => {
  const { error } = newPasswordField.safeParse(password)

  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const start = process.cpuUsage()
  const answer = await work()
  return { answer, ms: process.cpuUsage(start).user / 1_000 }
}
