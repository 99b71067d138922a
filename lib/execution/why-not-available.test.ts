import { expect, test } from 'vitest'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { makeSkillSetDocument } from '../testing/factories.ts'
import { whyNotAvailable } from './why-not-available.ts'

const why = (set: Partial<SkillSetDocument>) => whyNotAvailable(makeSkillSetDocument(set))

test('a skill that needs nothing can run', () => {
  expect(why({})).toBeUndefined()
  expect(
    why({ permissions: { network: ['a.example'], secrets: [{ key: 'k', hosts: ['a.example'] }] } }),
  ).toBeUndefined()
  expect(
    why({
      permissions: { skills: ['guildhall.a.b@^1'], tools: ['util.slugifyTitle'], vault: ['read:Notes/**'] },
    }),
  ).toBeUndefined()
})

// biome-ignore format: a table reads in rows
test.each<[string, Partial<SkillSetDocument>, string]>([
  ['tools',        { permissions: { tools: ['search'] } },                 'search'],
  ['integrations', { requiredIntegrationProviders: ['shopify'] },          'shopify'],
])('a skill that needs %s says which', (_, set, named) => {
  expect(why(set)).toContain(named)
})
