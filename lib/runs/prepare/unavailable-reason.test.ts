import { expect, test } from 'vitest'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { makeSkillSetDocument } from '../../testing/factories.ts'
import { unavailableReason } from './require-runnable.ts'

const reasonFor = (set: Partial<SkillSetDocument>) => unavailableReason(makeSkillSetDocument(set))

test('a skill that needs no tools can run on any server', () => {
  expect(reasonFor({})).toBeUndefined()
  expect(
    reasonFor({ permissions: { network: ['a.example'], secrets: [{ key: 'k', hosts: ['a.example'] }] } }),
  ).toBeUndefined()
  expect(
    reasonFor({
      permissions: { skills: ['guildhall.a.b@^1'], tools: ['util.slugifyTitle'], vault: ['read:Notes/**'] },
    }),
  ).toBeUndefined()
})

// biome-ignore format: table
test.each<[string, Partial<SkillSetDocument>, string]>([
  ['tools',        { permissions: { tools: ['search'] } },                 'search'],
])('a skill that needs %s cannot run on a server without it, and the reason names it', (_, set, named) => {
  expect(reasonFor(set)).toContain(named)
})
