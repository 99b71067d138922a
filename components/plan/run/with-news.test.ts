import { expect, test } from 'vitest'
import type { ToolResult } from '#lib/contract/plan/tool-result.ts'
import type { PlanRunStanding } from '#lib/plans/plan-run-standing.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { type Finished, withNews } from './with-news.ts'

const result = (attempt: number, endedAt: number) =>
  ({ attempt, endedAt, data: { endedAt } }) as unknown as ToolResult
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
const standing = (revision: number, units: string[]) =>
  ({
    revision,
    state: 'succeeded',
    steps: [{ stepId: 'a', units: units.map((unit) => ({ unit })) }],
  }) as unknown as PlanRunStanding

test('what ended joins what is known, in the order in which it ended, and what is told twice is there once', () => {
  const news = [ended('a[1]', 1, 3), ended('a[0]', 1, 5), ended('a[0]', 2, 9)]

  const after = withNews(before, standing(7, ['a[0]', 'a[1]']), news)

  expect(after).toMatchObject({ state: 'succeeded', plan, revision: 7 })
  expect(after).not.toHaveProperty('failedStepId')
  const [step] = after.steps
  expect(step!.units.map(({ results }) => results.map(({ endedAt }) => endedAt))).toEqual([[5, 9], [3]])
  expect(step!.results.map(({ endedAt }) => endedAt)).toEqual([3, 5, 9])
})

test('what is older than what is known changes nothing', () => {
  expect(withNews(before, standing(3, []), [])).toBe(before)
})
