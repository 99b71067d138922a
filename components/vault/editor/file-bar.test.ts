import { expect, test } from 'vitest'
import { describeElsewhere, saveState } from './file-bar.tsx'

const saved = { version: 3, savedVersion: 3 }

// biome-ignore format: table
test.each([
  ['Saved',     { isWaiting: false, isOffline: false, document: saved }],
  ['Saved',     { isWaiting: false, isOffline: false, document: undefined }],
  ['Saving…',   { isWaiting: true,  isOffline: false, document: saved }],
  ['Saving…',   { isWaiting: false, isOffline: false, document: { version: 4, savedVersion: 3 } }],
  ['Saving…',   { isWaiting: false, isOffline: false, version: 4, document: saved }],
  ['Offline',   { isWaiting: true,  isOffline: true,  document: { ...saved, conflict: 'changed' as const } }],
  ['Conflict',  { isWaiting: true,  isOffline: false, document: { ...saved, conflict: 'gone' as const } }],
  ['Not saved', { isWaiting: false, isOffline: false, document: { version: 4, savedVersion: 3, problem: 'The vault is full.' } }],
])('the bar of a file shows “%s”', (label, known) => {
  expect(saveState(known).label).toBe(label)
})

test('the hint of a file mentions unsaved changes only if there are any', () => {
  expect(saveState({ isWaiting: true, isOffline: true, document: saved }).hint).toContain('Do not close')
  expect(saveState({ isWaiting: false, isOffline: true, document: saved }).hint).not.toContain('Do not close')
})

// biome-ignore format: table
test.each<[string[], number, string | undefined]>([
  [[],                          0, undefined],
  [['Ada'],                     0, 'Also open: Ada'],
  [[],                          1, 'Also open: another window of yours'],
  [['Ada', 'Bob'],              2, 'Also open: Ada, Bob and another window of yours'],
  [['Ada', 'Bob', 'Cy', 'Dee'], 0, 'Also open: Ada, Bob and 2 more'],
])('a file that %j and %i other windows look at says %s', (people, ownWindows, label) => {
  expect(describeElsewhere({ path: 'a.md', people, ownWindows })).toBe(label)
})
