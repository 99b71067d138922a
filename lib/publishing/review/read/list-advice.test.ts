import { expect, test } from 'vitest'
import { emptyDocument, emptySkill } from '../../../contracts/document/empty-document.ts'
import { listAdvice } from './list-advice.ts'

const clean = { riskLevel: 'read-only' as const, sideEffects: [], availability: 'Always.' }

test('advice names only the skills with findings, with paths inside the skill', () => {
  const skills = [
    emptySkill({ slug: 'first', name: 'First', ...clean }),
    emptySkill({ slug: 'second', name: 'Second', ...clean, availability: undefined }),
  ]

  expect(listAdvice(emptyDocument({ skills }))).toMatchObject([
    {
      skillSlug: 'second',
      skillName: 'Second',
      findings: [{ rule: 'availability', pointer: '/availability', hasFix: true }],
    },
  ])
})
