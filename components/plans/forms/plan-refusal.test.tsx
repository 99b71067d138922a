import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { builtInPlanTools } from '#lib/plans/tools/find-plan-tools.ts'
import { PlanEditingProvider, usePlanEditingValue } from '../parts/plan-editing.tsx'
import { PlanRefusal } from './plan-refusal.tsx'

const PLAN: Json = {
  version: '1',
  goal: 'Make a slug',
  riskLevel: 'read-only',
  steps: [{ id: 'slug', tool: 'util.slugifyTitle', args: { title: 'A b' } }],
}

function Refused({ error }: { error: PublicError }) {
  const editing = usePlanEditingValue(PLAN, builtInPlanTools(), () => {}, {})
  return (
    <PlanEditingProvider value={editing}>
      <PlanRefusal error={error} />
    </PlanEditingProvider>
  )
}

const textOf = (error: PublicError) =>
  renderToStaticMarkup(<Refused error={error} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('a refused start shows every problem, with the step and the label of its field', () => {
  const text = textOf({
    code: 'INVALID_INPUT',
    message: 'Fix the problems in this plan before you run it.',
    recoverable: true,
    details: [
      { path: '/steps/0/args/maxLength', message: 'must be 1 or more' },
      { path: '/steps/0/tool', message: 'is not allowed by the policy' },
      { path: '/riskLevel', message: 'is too low' },
    ],
  })

  expect(text).toBe(
    '3 things to fix 1 Make a slug › Max length Must be 1 or more. 1 Make a slug › Tool This is not allowed by the policy. Risk level This is too low.',
  )
})

test('a refusal without problems of the plan shows its message and what to do', () => {
  const text = textOf({
    code: 'PAYMENT_REQUIRED',
    message: 'The wallet is empty.',
    recoverable: true,
    suggested_action: 'Ask for credit.',
  })

  expect(text).toBe('The wallet is empty. Ask for credit.')
})
