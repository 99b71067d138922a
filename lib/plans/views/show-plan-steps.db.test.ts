// Tests the status of a step that has finished only some of its items.
import { expect, test } from 'vitest'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import { bullets, makePlan, slugs } from '../../testing/plan-setup.ts'
import type { PlanAttemptRow } from '../rows/plan-attempts.ts'
import { showPlanSteps } from './show-plan-steps.ts'

function done(unit: string, stepId: string, data: object, index: number | null = null): PlanAttemptRow {
  const result = {
    ok: true,
    status: 'ok',
    data,
    attempt: 1,
    startedAt: 1,
    endedAt: 2,
  } as unknown as ToolResult
  const ref = { planRunId: 'plan_1', unit, attempt: 1, stepId, index, runId: null }
  return { ...ref, result, revision: 1, isDone: true, isCarriedOver: false, startedAt: new Date(1) }
}

test.each([
  [false, 'running'],
  [true, 'cancelled'],
] as const)('when the plan is over is %s, it is %s', (isOver, status) => {
  const items = ['Red', 'Green'].map((text) => ({ text }))
  const attempts = [done('bullets', 'bullets', { items }), done('slugs[0]', 'slugs', { slug: 'red' }, 0)]

  const steps = showPlanSteps(makePlan([bullets, slugs]), attempts, { isOver, active: [] })

  expect(steps.map((step) => step.status)).toEqual(['ok', status])
})
