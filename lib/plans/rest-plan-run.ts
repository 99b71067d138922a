/** A plan run as programs meet it: what they send, and what they are answered. Floor 3, pure. ToolResults keep the names that the specification gives them. */
import { z } from 'zod'
import { parseWith } from '../contract/json/parse-with.ts'
import { Line, TimeZone } from '../contract/market/sent-text.ts'
import { priceText } from '../contract/money/money.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import { SentPrice } from '../execution/sent-run-options.ts'
import type { PlanRunLine, PlanRunView, PlanStepView } from './plan-run-view.ts'
import type { ResumeRequest } from './resume-plan-run.ts'
import type { PlanRunRequest } from './start-plan-run.ts'

const MaxPrice = SentPrice.transform(priceText).optional()

const Sent = z
  .strictObject({
    /** Checked as a plan, so anything passes here. */
    plan: z.unknown().optional(),
    saved_plan: Line.optional(),
    confirmed: z.boolean().optional(),
    dry_run: z.boolean().optional(),
    max_price: MaxPrice,
    time_zone: TimeZone.optional(),
    idempotency_key: z.string().optional(),
  })
  .refine((sent) => (sent.plan === undefined) !== (sent.saved_plan === undefined), {
    path: ['plan'],
    message: 'Send either a plan or the name of a saved one.',
  })

/** `headerKey` is the header Idempotency-Key, which goes before the body's field. Throws INVALID_INPUT. */
export function parsePlanRun(body: unknown, headerKey: string | null = null): PlanRunRequest {
  const { plan, saved_plan, confirmed, dry_run, max_price, time_zone, idempotency_key } = parseWith(
    Sent,
    body,
  )
  const idempotencyKey = headerKey ?? idempotency_key
  return {
    ...(plan !== undefined && { plan }),
    ...(saved_plan !== undefined && { savedPlanId: saved_plan }),
    ...(confirmed !== undefined && { confirmed }),
    ...(dry_run !== undefined && { dryRun: dry_run }),
    ...(max_price !== undefined && { maxPrice: max_price }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
}

const Resumed = z.strictObject({
  confirmed: z.boolean().optional(),
  max_price: MaxPrice,
  // Judged whole by the service: a record would lose the key "__proto__".
  edited_args: z.unknown().optional(),
})

/** Throws INVALID_INPUT. */
export function parseResume(body: unknown): ResumeRequest {
  const { confirmed, max_price, edited_args } = parseWith(Resumed, body)
  return {
    ...(confirmed !== undefined && { confirmed }),
    ...(max_price !== undefined && { maxPrice: max_price }),
    ...(edited_args !== undefined && { editedArgs: edited_args }),
  }
}

type RestStep = { [field: string]: unknown; results: ToolResult[] }
type RestPlanRun = { [field: string]: unknown; steps: RestStep[] }

export function restPlanRun(view: PlanRunView): RestPlanRun {
  return {
    plan_run_id: view.id,
    state: view.state,
    ...(view.savedPlanId && { saved_plan: view.savedPlanId }),
    dry_run: view.dryRun,
    verdicts: view.verdicts.map(({ stepId, ...rest }) => ({ step_id: stepId, ...rest })),
    ...(view.confirmedBy && { confirmed_by: view.confirmedBy }),
    ...(view.resumedFromId && { resumed_from: view.resumedFromId }),
    ...(view.resumedById && { resumed_by: view.resumedById }),
    steps: view.steps.map(restStep),
    ...(view.outputs && { outputs: view.outputs }),
    ...(view.error && { error: view.error }),
    ...(view.failedStepId && { failed_step_id: view.failedStepId }),
    ...(view.charged && { charged: view.charged }),
    can_resume: view.canResume,
    can_undo: view.canUndo,
    created_at: new Date(view.createdAtMs).toISOString(),
    ...(view.endedAtMs !== undefined && { ended_at: new Date(view.endedAtMs).toISOString() }),
  }
}

function restStep({ stepId, tool, status, units, results, runIds, isCarriedOver }: PlanStepView): RestStep {
  return {
    step_id: stepId,
    tool,
    status,
    units: units.map(({ unit, status }) => ({ unit, status })),
    results,
    run_ids: runIds,
    ...(isCarriedOver && { carried_over: true }),
  }
}

export function restPlanRunLine(line: PlanRunLine): object {
  return {
    plan_run_id: line.id,
    state: line.state,
    goal: line.goal,
    ...(line.savedPlanId && { saved_plan: line.savedPlanId }),
    dry_run: line.dryRun,
    started_by: line.userName,
    steps: line.stepCount,
    steps_done: line.doneCount,
    ...(line.error && { error: line.error }),
    created_at: new Date(line.createdAtMs).toISOString(),
    ...(line.endedAtMs !== undefined && { ended_at: new Date(line.endedAtMs).toISOString() }),
  }
}
