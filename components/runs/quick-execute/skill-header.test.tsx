import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { SkillPage } from '#lib/catalog/catalog-views.ts'
import { emptySkill } from '#lib/contracts/document/empty-document.ts'
import type { SkillDocument } from '#lib/contracts/document/skillset-document.ts'
import { PROMISES_NOTHING } from '#lib/contracts/results/promised-fields.ts'
import { SkillHeader } from './skill-header.tsx'

const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
const OPEN = { type: 'object', properties: { words: { type: 'integer' } }, required: [] }

function headerOf(changes: Partial<SkillDocument>): string {
  const skill = emptySkill({ slug: 'count', name: 'Count words', ...changes })
  const page = {
    name: 'util.count',
    skill,
    skillSet: { slug: 'util', name: 'Util', publisher: { handle: 'guildhall' } },
    version: { number: '1.0.0', state: 'PUBLISHED' },
    versions: [],
    evidence: { runs: 0, succeeded: 0, p50Ms: null },
    installed: null,
    riskLevel: 'read-only',
    isBuiltIn: true,
  }
  return renderToStaticMarkup(<SkillHeader page={page as unknown as SkillPage} />)
}

describe('the header of a skill page', () => {
  test('the header of a skill tells buyers beside the price that the contract promises no field', () => {
    const html = headerOf({ pricing: PRICE, response: OPEN })

    expect(html).toContain('0.05 USDC')
    expect(html).toContain(PROMISES_NOTHING)
  })

  test.each<[string, Partial<SkillDocument>]>([
    ['a free skill', { response: OPEN }],
    ['a skill whose result has a required field', { pricing: PRICE }],
  ])('the header of a skill says nothing about promises of %s', (_, changes) => {
    expect(headerOf(changes)).not.toContain(PROMISES_NOTHING)
  })
})
