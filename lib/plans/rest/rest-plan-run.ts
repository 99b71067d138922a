import { z } from 'zod'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { LineField } from '../../kernel/validation/text-fields.ts'
import type { PublicToolResult } from '../../runs/model/tool-result.ts'
import { RunOptionFields, toRunOptions } from '../../runs/start/run-options.ts'
import type { ResumeRequest } from '../start/resume-plan-run.ts'
import type { PlanRunRequest } from '../start/start-plan-run.ts'
import type { PlanRunLine, PlanRunView, PlanStepView, PlanUnitView } from '../views/plan-run-view.ts'

const { dry_run, max_price, time_zone, idempotency_key } = RunOptionFields.shape

export const PlanRunBody = z
  .strictObject({
    plan: z.unknown().optional(),
    saved_plan: LineField.optional().meta({
      description: 'The id or name of a saved plan, instead of “plan”.',
    }),
    confirmed: z.boolean().optional().meta({
      description: 'Refused with an API key: only users can confirm a plan.',
    }),
    dry_run: dry_run.meta({ description: 'Show what would happen without making changes.' }),
    max_price: max_price.meta({
      ...max_price.meta(),
      description: 'The spending limit for all steps, in USDC.',
    }),
    time_zone,
    idempotency_key,
  })
  .refine((sent) => (sent.plan === undefined) !== (sent.saved_plan === undefined), {
    path: ['plan'],
    message: 'Send either a plan or the name of a saved one.',
  })

/** `headerKey`, the Idempotency-Key header, precedes the body's field. Throws INVALID_INPUT. */
export function parseRestPlanRun(body: unknown, headerKey: string | null = null): PlanRunRequest {
  const { plan, saved_plan, confirmed, ...options } = parseFields(PlanRunBody, body)
  return {
    ...(plan !== undefined && { plan }),
    ...(saved_plan !== undefined && { savedPlanId: saved_plan }),
    ...(confirmed !== undefined && { confirmed }),
    ...toRunOptions({ ...options, idempotency_key: headerKey ?? options.idempotency_key }),
  }
}

export const ResumeBody = z.strictObject({
  confirmed: z.boolean().optional(),
  max_price,
  // `z.record` would lose "__proto__"; the service validates.
  edited_args: z.unknown().optional().meta({
    type: 'object',
    description: 'New arguments, by the id of a step that is not finished.',
  }),
})

export function parseRestResume(body: unknown): ResumeRequest {
  const { confirmed, edited_args, ...options } = parseFields(ResumeBody, body)
  return {
    ...(confirmed !== undefined && { confirmed }),
    ...toRunOptions(options),
    ...(edited_args !== undefined && { editedArgs: edited_args }),
  }
}

type RestStep = { [field: string]: unknown; results: PublicToolResult[] }
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
    ...(view.isUndone && { undone: true }),
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
    ...(line.title !== undefined && { title: line.title }),
    goal: line.goal,
    ...(line.savedPlanId && { saved_plan: line.savedPlanId }),
    dry_run: line.dryRun,
    ...(line.isUndone && { undone: true }),
    started_by: line.userName,
    steps: line.stepCount,
    steps_done: line.doneCount,
    ...(line.error && { error: line.error }),
    created_at: new Date(line.createdAtMs).toISOString(),
    ...(line.endedAtMs !== undefined && { ended_at: new Date(line.endedAtMs).toISOString() }),
  }
}

type PlanStepSummary = Omit<PlanStepView, 'results' | 'units'> & { units: Omit<PlanUnitView, 'results'>[] }

/** Omits the plan and results, which may be megabytes. */
export type PlanRunSummary = Omit<PlanRunView, 'plan' | 'steps'> & { steps: PlanStepSummary[] }

export function summarisePlanRun({ plan: _, steps, ...run }: PlanRunView): PlanRunSummary {
  return {
    ...run,
    steps: steps.map(({ results: _, units, ...step }) => ({
      ...step,
      units: units.map(({ results: _, ...unit }) => unit),
    })),
  }
}

export function restPlanRunSummary(view: PlanRunView): object {
  const { steps, ...run } = restPlanRun(view)
  return { ...run, steps: steps.map(({ results: _, ...step }) => step) }
}
