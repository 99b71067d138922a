import { expect, test } from 'vitest'
import { identicon } from './skill-set-logo.tsx'

test('the same name always has the same mark', () => {
  expect(identicon('guildhall.text_tools')).toEqual(identicon('guildhall.text_tools'))
})

test('names that differ little have marks that differ', () => {
  const marks = Array.from({ length: 40 }, (_, index) => JSON.stringify(identicon(`set_${index}`)))

  expect(new Set(marks).size).toBeGreaterThan(30)
})

test.each(['', 'a', '🔑', 'x'.repeat(200)])('every name has one: %s', (name) => {
  const { path, colour } = identicon(name)

  expect(path).toMatch(/^M12 5\.5v13M/)
  expect(colour).toBeGreaterThanOrEqual(1)
  expect(colour).toBeLessThanOrEqual(5)
})
