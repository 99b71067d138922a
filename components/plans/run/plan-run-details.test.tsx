import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import { ResultFiles, withEditedArgs } from './plan-run-details.tsx'

type Run = Parameters<typeof ResultFiles>[0]['run']

const written = (overrides: Partial<Run> = {}): Run => ({
  dryRun: false,
  isUndone: false,
  outputs: { report: 'Reports/sales.md', note: 'Reports/other.md', rows: 8 },
  steps: [{ results: [{ effects: { created: ['Reports/sales.md'] } }] }] as unknown as PlanRunView['steps'],
  ...overrides,
})
const draw = (run: Run) => renderToStaticMarkup(<ResultFiles run={run} />)

test('a result of a plan run that is a file it wrote leads to the file in the vault', () => {
  const html = draw(written())

  expect(html).toContain('href="/vault?file=Reports%2Fsales.md"')
  expect(html).toContain('Open Reports/sales.md')
  expect(html).not.toContain('other.md')
})

test('no file is offered of a dry run, or of a plan run whose changes were undone', () => {
  expect(draw(written({ dryRun: true }))).toBe('')
  expect(draw(written({ isUndone: true }))).toBe('')
})

test('a step that was resumed with other arguments has no sentence about the former ones', () => {
  const step = { id: 'read', tool: 'vault.readFile', args: { path: 'a.csv' }, preview: 'Read a.csv' }
  const other = { ...step, id: 'other' }
  const plan = { version: '1', goal: 'Read', riskLevel: 'read-only', steps: [step, other] } as const

  const { steps } = withEditedArgs({
    plan: plan as unknown as PlanRunView['plan'],
    editedArgs: { read: { path: 'b.csv' } },
  })

  expect(steps).toEqual([{ id: 'read', tool: 'vault.readFile', args: { path: 'b.csv' } }, other])
})
