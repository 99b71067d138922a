import { describe, expect, test } from 'vitest'
import { LINT_CASES } from '../../contracts/lint/lint-cases.ts'
import { POLICIES } from './policies.ts'
import { findReviewRule, HINT_RULE_IDS, HINT_RULES, REVIEW_RULES } from './review-rules.ts'

test('no two rules of reviews have one id', () => {
  expect(new Set(REVIEW_RULES.map(({ id }) => id)).size).toBe(REVIEW_RULES.length)
})

test('every hint is about a policy that exists, and every lint rule has public cases', () => {
  for (const id of HINT_RULE_IDS) expect(POLICIES.map(({ code }) => code)).toContain(HINT_RULES[id].policy)
  const lintRules = REVIEW_RULES.filter(({ kind }) => kind === 'lint').map(({ id }) => id)
  expect(Object.keys(LINT_CASES).toSorted()).toEqual(lintRules.toSorted())
})

describe('findReviewRule', () => {
  test('a rule is found by its id, whichever kind it is', () => {
    expect(findReviewRule('P2')).toMatchObject({ kind: 'policy', severity: 'high' })
    expect(findReviewRule('hidden-characters')).toMatchObject({ kind: 'hint', version: 1 })
    expect(findReviewRule('numeric-bounds')).toMatchObject({ kind: 'lint', severity: 'low' })
    expect(findReviewRule('made-up')).toBeNull()
  })
})
