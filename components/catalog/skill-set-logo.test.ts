import { expect, test } from 'vitest'
import { identicon } from './skill-set-logo.tsx'

test('a SkillSet without a logo always has the same mark', () => {
  expect(identicon('guildhall.text_tools')).toEqual(identicon('guildhall.text_tools'))
})

test('SkillSets whose names differ little have different marks', () => {
  const marks = Array.from({ length: 40 }, (_, index) => JSON.stringify(identicon(`set_${index}`)))

  expect(new Set(marks).size).toBeGreaterThan(30)
})

test.each(['', 'a', '🔑', 'x'.repeat(200)])('every SkillSet has a mark: %s', (name) => {
  const { path, colour } = identicon(name)

  expect(path).toMatch(/^M12 5\.5v13M/)
  expect(colour).toBeGreaterThanOrEqual(1)
  expect(colour).toBeLessThanOrEqual(5)
})
