import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { checklist } from '#lib/contracts/checks/checklist.ts'
import { emptyDocument, emptySkill } from '#lib/contracts/document/empty-document.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { StudioProvider } from '../state/studio-context.tsx'
import type { StudioActions, StudioData } from '../state/studio-data.ts'
import { CheckLines } from './submit-panel.tsx'

function linesOf(response: Json): string {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const skill = emptySkill({ slug: 'count', name: 'Count', pricing, response: response as JsonObject })
  const document = emptyDocument({ slug: 'words', name: 'Words', skills: [skill] })
  const data = { draft: { text: JSON.stringify(document), revision: 1, updatedAtMs: 0 }, revision: 1 }
  const lines = checklist(document as unknown as Json).filter(({ id }) => id === 'promise')
  return renderToStaticMarkup(
    <StudioProvider data={data as unknown as StudioData} actions={{} as StudioActions}>
      <CheckLines lines={lines} onAnswer={() => {}} />
    </StudioProvider>,
  )
}

test('the checklist offers both answers to a priced skill that requires no field of its result', () => {
  const html = linesOf({ words: { type: 'integer' } })

  expect(html).toContain('Require every field')
  expect(html).toContain('Results may be empty: buyers are told')
})

test('the checklist asks a priced skill without declared fields to declare them', () => {
  const html = linesOf({ type: 'object' })

  expect(html).toContain('Declare the fields that your code returns.')
  expect(html).not.toContain('Require every field')
})

test('a checklist line that was answered shows what buyers are told, and asks no more', () => {
  const html = linesOf({ words: { type: 'integer', required: false } })

  expect(html).toContain('The contract promises no field of the result.')
  expect(html).not.toContain('Require every field')
})
