import { expect, test } from 'vitest'
import type { PlanRunView, PlanStepView } from '#lib/plans/plan-run-view.ts'
import { answerPlanRun } from './plan-words.ts'

function view(more: Partial<PlanRunView>, step: Partial<PlanStepView> = {}): PlanRunView {
  const steps = [{ stepId: 'read', status: 'ok', preview: 'Read a file', units: [], results: [], ...step }]
  return {
    id: 'plan_1',
    state: 'succeeded',
    dryRun: false,
    verdicts: [],
    canResume: false,
    steps,
    ...more,
  } as unknown as PlanRunView
}

const error = { code: 'SKILL_ERROR', message: 'No.', recoverable: false } as const

// biome-ignore format: a table reads in rows
test.each<[string, PlanRunView, boolean, string[]]>([
  ['what went well',          view({ outputs: { a: 1 }, charged: '0.05' }), false, ['plan_1  succeeded', 'ok        read: Read a file', '"a": 1', '0.05 USDC']],
  ['what changed nothing',    view({ dryRun: true }), false, ['(dry run)']],
  ['what waits for somebody', view({ state: 'waiting', verdicts: [{ stepId: 'read', verdict: 'confirm' }] }), true, ['say yes to read', 'plan confirm plan_1']],
  ['what failed, and where',  view({ state: 'failed', error, canResume: true, failedStepId: 'read' }, { status: 'error', results: [{ error: { message: 'No.' } }] as never }), true, ['error     read: No.', 'SKILL_ERROR: No.', 'plan resume plan_1', '{"read": {…}}']],
  ['how many items are done', view({}, { units: [{ status: 'ok' }, { status: 'running' }] as never }), false, ['read 1 of 2']],
  ['what was done before',    view({}, { isCarriedOver: true }), false, ['(done before)']],
])('says %s', (_, planRun, isBad, words) => {
  const answer = answerPlanRun(planRun)

  expect(answer.isBad).toBe(isBad)
  for (const each of words) expect(answer.text).toContain(each)
})
