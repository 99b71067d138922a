import { expect, test } from 'vitest'
import type { PublicToolResult } from '../../runs/model/tool-result.ts'
import { type KnownPlanRun, listEventsBetween } from './plan-events.ts'
import type { PlanRunView, PlanUnitView } from './plan-run-view.ts'

function view(units: PlanUnitView[], more: Partial<PlanRunView> = {}): PlanRunView {
  return { state: 'running', startedAtMs: 1, steps: [{ stepId: 'a', units }], ...more } as PlanRunView
}

const result = (attempt: number, endedAt: number) => ({ attempt, endedAt }) as PublicToolResult
const unit = (fields: Partial<PlanUnitView>): PlanUnitView => ({
  unit: 'a',
  status: 'waiting',
  results: [],
  ...fields,
})
const nothing: KnownPlanRun = { steps: [] }
const going = unit({ status: 'running', runId: 'run_1' })

// biome-ignore format: table
test.each<[string, KnownPlanRun, PlanRunView, string[]]>([
  ['waits for confirmation',        nothing, view([], { state: 'waiting', startedAtMs: undefined }), ['run.waiting']],
  ['begins',                    view([], { state: 'queued', startedAtMs: undefined }), view([unit({})]), ['run.started']],
  ['a call begins',             view([unit({})]), view([going]), ['step.started']],
  ['nothing new',               view([going]), view([going]), []],
  ['a call reports its progress', view([going]), view([{ ...going, progress: 0.5 }]), ['step.progress']],
  ['the next attempt begins',   view([going]), view([unit({ status: 'running', results: [result(1, 5)] })]), ['step.finished', 'step.started']],
  ['two items end, in order',   view([]), view([unit({ unit: 'a[0]', results: [result(1, 9)] }), unit({ unit: 'a[1]', results: [result(1, 5)] })]), ['step.finished', 'step.finished']],
  ['it ends with its last call', view([going]), view([unit({ status: 'ok', results: [result(1, 5)] })], { state: 'succeeded', endedAtMs: 6 }), ['step.finished', 'run.finished']],
  ['a client connects late',       nothing, view([unit({ status: 'ok', results: [result(1, 5)] })], { state: 'succeeded', endedAtMs: 6 }), ['run.started', 'step.finished', 'run.finished']],
])('%s', (_, before, after, types) => {
  expect(listEventsBetween(before, after).map(({ type }) => type)).toEqual(types)
})

test('results are reported in the order in which steps ended', () => {
  const after = view([
    unit({ unit: 'a[0]', results: [result(1, 9)] }),
    unit({ unit: 'a[1]', results: [result(1, 5)] }),
  ])

  expect(listEventsBetween(nothing, after)).toMatchObject([{}, { unit: 'a[1]' }, { unit: 'a[0]' }])
})
