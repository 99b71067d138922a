import { expect, test } from 'vitest'
import type { PlanRunView, PlanStepView } from '#lib/plans/views/plan-run-view.ts'
import { planRunResult } from './plan-run-commands.ts'

function view(more: Partial<PlanRunView>, step: Partial<PlanStepView> = {}): PlanRunView {
  const steps = [{ stepId: 'read', status: 'ok', preview: 'Read a file', units: [], results: [], ...step }]
  return {
    id: 'plan_1',
    state: 'succeeded',
    dryRun: false,
    verdicts: [],
    approvals: [],
    canResume: false,
    createdAtMs: 0,
    steps,
    ...more,
  } as unknown as PlanRunView
}

const error = { code: 'SKILL_ERROR', message: 'No.', recoverable: false } as const

// biome-ignore format: table
test.each<[string, PlanRunView, boolean, string[]]>([
  ['a success',          view({ outputs: { a: 1 }, charged: '0.05' }), false, ['plan_1  succeeded', 'ok        read: Read a file', '"a": 1', '0.05 USDC']],
  ['no changes',    view({ dryRun: true }), false, ['(dry run)']],
  ['a run waiting for confirmation', view({ state: 'waiting', verdicts: [{ stepId: 'read', verdict: 'confirm' }] }), true, ['confirmation of read', 'plan confirm plan_1']],
  ['the step that waits for approval, and its page', view({ state: 'waiting', startedAtMs: 1, approvals: [{ stepId: 'read', state: 'waiting', expiresAtMs: 2 }] as never }), true, ['Waiting for approval of step read: http', '/plans/runs/plan_1']],
  ['a failure with its step',  view({ state: 'failed', error, canResume: true, failedStepId: 'read' }, { status: 'error', results: [{ error: { message: 'No.' } }] as never }), true, ['error     read: No.', 'SKILL_ERROR: No.', 'plan resume plan_1', '{"read": {…}}']],
  ['how many items are done', view({}, { units: [{ status: 'ok' }, { status: 'running' }] as never }), false, ['read 1 of 2']],
  ['work done earlier',    view({}, { isCarriedOver: true }), false, ['(done before)']],
])('a plan run is printed with %s, and as the REST API returns it', (_, planRun, isBad, expected) => {
  const answer = planRunResult(planRun)

  expect(answer.isFailure).toBe(isBad)
  expect(answer.json).toMatchObject({ plan_run_id: 'plan_1', created_at: '1970-01-01T00:00:00.000Z' })
  for (const each of expected) expect(answer.text).toContain(each)
})
