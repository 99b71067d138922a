import { expect, test } from 'vitest'
import { POLICIES, policyText } from './policies.ts'

test('each policy has a code of its own, a rule that is a sentence, and a template that quotes its code', () => {
  expect(new Set(POLICIES.map(({ code }) => code)).size).toBe(POLICIES.length)
  for (const policy of POLICIES) {
    expect(policy.code).toMatch(/^P\d+$/)
    expect(policy.rule).toMatch(/\.$/)
    expect(policyText(policy)).toMatch(new RegExp(`^${policy.code} \\(`))
  }
})
