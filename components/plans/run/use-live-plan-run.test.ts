import { expect, test } from 'vitest'
import type { PlanRunSummary } from '#lib/plans/rest/rest-plan-run.ts'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import type { PublicToolResult } from '#lib/runs/model/tool-result.ts'
import { type Finished, mergePlanRunUpdate } from './use-live-plan-run.ts'

const result = (attempt: number, endedAt: number) =>
  ({ attempt, endedAt, data: { endedAt } }) as unknown as PublicToolResult
const ended = (unit: string, attempt: number, endedAt: number): Finished => ({
  type: 'step.finished',
  stepId: 'a',
  unit,
  attempt,
  result: result(attempt, endedAt),
})

const plan = { goal: 'Kept.' }
const before = {
  revision: 4,
  state: 'running',
  plan,
  failedStepId: 'a',
  steps: [{ stepId: 'a', units: [{ unit: 'a[0]', results: [result(1, 5)] }], results: [result(1, 5)] }],
} as unknown as PlanRunView
const runStatus = (revision: number, units: string[]) =>
  ({
    revision,
    state: 'succeeded',
    steps: [{ stepId: 'a', units: units.map((unit) => ({ unit })) }],
  }) as unknown as PlanRunSummary

test('ended steps join the known ones in the order in which they ended, and repeated events are ignored', () => {
  const updates = [ended('a[1]', 1, 3), ended('a[0]', 1, 5), ended('a[0]', 2, 9)]

  const after = mergePlanRunUpdate(before, runStatus(7, ['a[0]', 'a[1]']), updates)

  expect(after).toMatchObject({ state: 'succeeded', plan, revision: 7 })
  expect(after).not.toHaveProperty('failedStepId')
  const [step] = after.steps
  expect(step!.units.map(({ results }) => results.map(({ endedAt }) => endedAt))).toEqual([[5, 9], [3]])
  expect(step!.results.map(({ endedAt }) => endedAt)).toEqual([3, 5, 9])
})

test('an older state of a plan run changes nothing', () => {
  expect(mergePlanRunUpdate(before, runStatus(3, []), [])).toBe(before)
})
