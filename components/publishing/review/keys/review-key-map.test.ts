import { expect, test } from 'vitest'
import { matchReviewKey } from './review-key-map.ts'

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

test('a review key is ignored in text fields, with a modifier, and after something else has handled it', () => {
  expect(matchReviewKey(pressed)).toBe('a')
  expect(matchReviewKey({ ...pressed, key: ']', target: null })).toBe(']')
  expect(matchReviewKey({ ...pressed, target: inField })).toBeNull()
  expect(matchReviewKey({ ...pressed, key: 'z' })).toBeNull()
  expect(matchReviewKey({ ...pressed, key: 'toString' })).toBeNull()
  for (const name of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
    expect(matchReviewKey({ ...pressed, [name]: true })).toBeNull()
})
