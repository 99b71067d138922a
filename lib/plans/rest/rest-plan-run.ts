import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { ApiError, InstantText, schemaWithJson } from '../../kernel/validation/response-schemas.ts'
import { LineField } from '../../kernel/validation/text-fields.ts'
import { RestToolResult } from '../../runs/model/rest-run.ts'
import { RunOptionFields, toRunOptions } from '../../runs/start/run-options.ts'
import type { ResumeRequest } from '../start/resume-plan-run.ts'
import type { PlanRunRequest } from '../start/start-plan-run.ts'
import type {
  PlanRunLine,
  PlanRunView,
  PlanStepStatus,
  PlanStepView,
  PlanUnitView,
} from '../views/plan-run-view.ts'

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

/** Parses the body of a start. `headerKey`, the Idempotency-Key header, goes before the body's field. Throws INVALID_INPUT. */
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
  // Validated by the service, because `z.record` would lose a key “__proto__”.
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

const PlanRunId = z.string().meta({ pattern: '^plan_' })
const Undone = z.literal(true).optional().meta({ description: 'All changes that the plan made were undone.' })

const RestPlanRunFields = z.object({
  plan_run_id: PlanRunId,
  state: z
    .enum(['waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled'])
    .meta({ description: '“waiting” means that a user must confirm it, or approve a step of “approvals”.' }),
  saved_plan: z.string().optional().meta({ description: 'The id of the saved plan, if one was started.' }),
  dry_run: z.boolean(),
  error: ApiError.optional(),
  created_at: InstantText,
  ended_at: InstantText.optional(),
  undone: Undone,
})

const StepStatus = z.enum([
  'waiting',
  'running',
  'retrying',
  'ok',
  'error',
  'timeout',
  'cancelled',
  'skipped',
]) satisfies z.ZodType<PlanStepStatus>

const RestStep = z.object({
  step_id: z.string(),
  tool: z.string(),
  status: StepStatus,
  units: z.array(
    z
      .object({ unit: z.string(), status: StepStatus })
      .meta({ description: 'The step, or each item of its foreach.' }),
  ),
  results: z.array(RestToolResult),
  run_ids: z.array(z.string()),
  carried_over: z
    .literal(true)
    .optional()
    .meta({ description: 'Finished in the plan run that this one resumed.' }),
})

type RestStep = z.infer<typeof RestStep>

export const RestPlanRun = RestPlanRunFields.extend({
  verdicts: z
    .array(
      z.object({
        step_id: z.string(),
        verdict: z.enum(['auto', 'confirm', 'denied']),
        reason: z.string().optional(),
      }),
    )
    .meta({ description: 'The verdict of the approval policy for each step.' }),
  confirmed_by: z.string().optional(),
  approvals: z
    .array(
      z.object({
        step_id: z.string(),
        state: z.enum(['waiting', 'approved', 'refused', 'expired']),
        by: z.enum(['admins', 'members']),
        message: z.string().optional(),
        decided_by: z.string().optional(),
        note: z.string().optional(),
        expires_at: InstantText,
      }),
    )
    .meta({ description: 'Steps that wait for a person, or on which one has decided.' }),
  resumed_from: z.string().optional(),
  resumed_by: z.string().optional(),
  steps: z.array(RestStep),
  outputs: schemaWithJson<JsonObject>({ type: 'object' }).optional(),
  failed_step_id: z.string().optional(),
  charged: z.string().optional().meta({ description: 'The cost of the plan’s runs so far, in USDC.' }),
  can_resume: z.boolean(),
  can_undo: z.boolean(),
})

export type RestPlanRun = z.infer<typeof RestPlanRun>

export const RestPlanRunLine = RestPlanRunFields.extend({
  title: z.string().optional().meta({ description: 'The name of the saved plan.' }),
  goal: z.string(),
  started_by: z.string(),
  steps: z.int(),
  steps_done: z.int(),
})

export type RestPlanRunLine = z.infer<typeof RestPlanRunLine>

export function toRestPlanRun(view: PlanRunView): RestPlanRun {
  return {
    plan_run_id: view.id,
    state: view.state,
    ...(view.savedPlanId && { saved_plan: view.savedPlanId }),
    dry_run: view.dryRun,
    verdicts: view.verdicts.map(({ stepId, ...rest }) => ({ step_id: stepId, ...rest })),
    ...(view.confirmedBy && { confirmed_by: view.confirmedBy }),
    approvals: view.approvals.map(({ stepId, state, by, message, decidedBy, note, expiresAtMs }) => ({
      step_id: stepId,
      state,
      by,
      ...(message !== undefined && { message }),
      ...(decidedBy !== undefined && { decided_by: decidedBy }),
      ...(note !== undefined && { note }),
      expires_at: new Date(expiresAtMs).toISOString(),
    })),
    ...(view.resumedFromId && { resumed_from: view.resumedFromId }),
    ...(view.resumedById && { resumed_by: view.resumedById }),
    steps: view.steps.map(toRestStep),
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

function toRestStep({ stepId, tool, status, units, results, runIds, isCarriedOver }: PlanStepView): RestStep {
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

export function toRestPlanRunLine(line: PlanRunLine): RestPlanRunLine {
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

/** A plan run without the plan and the results, which may have megabytes. */
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

/** Returns a plan run without results. */
export function toRestPlanRunSummary(view: PlanRunView): object {
  const { steps, ...run } = toRestPlanRun(view)
  return { ...run, steps: steps.map(({ results: _, ...step }) => step) }
}
