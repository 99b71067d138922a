import { expect, test } from 'vitest'
import { saveState } from './save-state.ts'

const saved = { version: 3, savedVersion: 3 }

// biome-ignore format: a table reads in rows
test.each([
  ['Saved',     { isWaiting: false, isOffline: false, document: saved }],
  ['Saved',     { isWaiting: false, isOffline: false, document: undefined }],
  ['Saving…',   { isWaiting: true,  isOffline: false, document: saved }],
  ['Saving…',   { isWaiting: false, isOffline: false, document: { version: 4, savedVersion: 3 } }],
  ['Saving…',   { isWaiting: false, isOffline: false, version: 4, document: saved }],
  ['Offline',   { isWaiting: true,  isOffline: true,  document: { ...saved, rival: 'changed' as const } }],
  ['Conflict',  { isWaiting: true,  isOffline: false, document: { ...saved, rival: 'gone' as const } }],
  ['Not saved', { isWaiting: false, isOffline: false, document: { version: 4, savedVersion: 3, trouble: 'The vault is full.' } }],
])('it says “%s”', (word, known) => {
  expect(saveState(known).word).toBe(word)
})

test('what would be lost by closing the page is said only when there is something', () => {
  expect(saveState({ isWaiting: true, isOffline: true, document: saved }).hint).toContain('Do not close')
  expect(saveState({ isWaiting: false, isOffline: true, document: saved }).hint).not.toContain('Do not close')
})
