import { expect, test } from 'vitest'
import { keyOf } from './review-key-map.ts'

const outside = { closest: () => null } as unknown as EventTarget
const inField = {
  closest: (selector: string) => (selector.includes('textarea') ? {} : null),
} as unknown as EventTarget
const pressed = {
  key: 'a',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  target: outside,
}

test('a key counts outside text fields, without a modifier, and if nothing else used it', () => {
  expect(keyOf(pressed)).toBe('a')
  expect(keyOf({ ...pressed, key: ']', target: null })).toBe(']')
  expect(keyOf({ ...pressed, target: inField })).toBeNull()
  expect(keyOf({ ...pressed, key: 'z' })).toBeNull()
  expect(keyOf({ ...pressed, key: 'toString' })).toBeNull()
  for (const name of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
    expect(keyOf({ ...pressed, [name]: true })).toBeNull()
})
