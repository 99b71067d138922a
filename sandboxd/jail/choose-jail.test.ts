import { expect, test } from 'vitest'
import { findStrongerJailHint } from './choose-jail.ts'

const missing = {
  name: 'bubblewrap' as const,
  isUsable: false,
  reason: 'bubblewrap is not installed (Debian: …).',
}
const works = { name: 'namespaces' as const, isUsable: true, reason: '' }

test('without bubblewrap, one line states what it would add and what it needs', () => {
  const hint = findStrongerJailHint([missing, works], 'linux')

  expect(hint).toContain('filters system calls')
  expect(hint).toContain(missing.reason)
  expect(hint).not.toContain('\n')
})

test('nothing is printed with bubblewrap, with a jail that was chosen by name, or without Linux', () => {
  expect(findStrongerJailHint([{ ...missing, isUsable: true, reason: '' }], 'linux')).toBeUndefined()
  expect(findStrongerJailHint([works], 'linux')).toBeUndefined()
  expect(findStrongerJailHint([], 'linux')).toBeUndefined()
  expect(findStrongerJailHint([missing], 'darwin')).toBeUndefined()
})
