import { expect, test } from 'vitest'
import { strongerJailHint } from './stronger-jail-hint.ts'

const missing = {
  name: 'bubblewrap' as const,
  isUsable: false,
  reason: 'bubblewrap is not installed (Debian: …).',
}
const works = { name: 'namespaces' as const, isUsable: true, reason: '' }

test('without bubblewrap, one line states what it would add and what it needs', () => {
  const hint = strongerJailHint([missing, works], 'linux')

  expect(hint).toContain('filters system calls')
  expect(hint).toContain(missing.reason)
  expect(hint).not.toContain('\n')
})

test('nothing is printed with bubblewrap, with a jail that was chosen by name, or without Linux', () => {
  expect(strongerJailHint([{ ...missing, isUsable: true, reason: '' }], 'linux')).toBeUndefined()
  expect(strongerJailHint([works], 'linux')).toBeUndefined()
  expect(strongerJailHint([], 'linux')).toBeUndefined()
  expect(strongerJailHint([missing], 'darwin')).toBeUndefined()
})
