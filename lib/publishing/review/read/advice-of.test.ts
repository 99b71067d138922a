import { expect, test } from 'vitest'
import { emptyDocument, emptySkill } from '../../../contracts/document/empty-document.ts'
import { adviceOf } from './advice-of.ts'

const clean = { riskLevel: 'read-only' as const, sideEffects: [], availability: 'Always.' }

test('names only the skills with findings, with paths inside the skill', () => {
  const skills = [
    emptySkill({ slug: 'first', name: 'First', ...clean }),
    emptySkill({ slug: 'second', name: 'Second', ...clean, availability: undefined }),
  ]

  expect(adviceOf(emptyDocument({ skills }))).toMatchObject([
    {
      skillSlug: 'second',
      skillName: 'Second',
      findings: [{ rule: 'availability', pointer: '/availability', hasFix: true }],
    },
  ])
})
