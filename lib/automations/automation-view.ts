import { z } from 'zod'
import type { PublicError } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import { formatMicros } from '../kernel/money.ts'
import { ApiError, InstantText, NextCursor, schemaWithJson } from '../kernel/validation/response-schemas.ts'
import {
  AUTOMATION_RUN_STATES,
  type AutomationRunState,
  type AutomationTrigger,
} from './model/automation-trigger.ts'
import { listNextInstants } from './model/instants.ts'
import type { AutomationWithParts } from './rows/automation-rows.ts'
import type { AutomationRunRow } from './rows/automation-run-rows.ts'

type AutomationTarget =
  | { kind: 'skill'; name: string; version?: string; input: Json }
  | { kind: 'plan'; slug: string; title: string; isConfirmed: boolean }

export type AutomationRunView = {
  id: string
  state: AutomationRunState
  dueAtMs: number
  endedAtMs?: number
  runId?: string
  planRunId?: string
  /** The plan run has started and waits for confirmation. */
  needsConfirmation?: true
  /** The files whose change started it. */
  paths?: string[]
  error?: PublicError
}

export type AutomationView = {
  id: string
  title: string
  target: AutomationTarget
  trigger: AutomationTrigger
  timeZone: string
  maxPrice: string
  /** The next times, at most five; none while the automation is paused. */
  nextAtMs: number[]
  isPaused: boolean
  pauseReason?: string
  userName: string
  canManage: boolean
  latest?: AutomationRunView
}

const PREVIEWED = 5

export function showAutomation(
  row: AutomationWithParts,
  { canManage, latest, now = new Date() }: { canManage: boolean; latest?: AutomationRunView; now?: Date },
): AutomationView {
  return {
    id: row.id,
    title: row.title,
    target: toTarget(row),
    trigger: row.trigger,
    timeZone: row.timeZone,
    maxPrice: formatMicros(row.maxPriceMicros),
    nextAtMs: row.pausedAt
      ? []
      : listNextInstants(row.trigger, row.timeZone, { after: now, count: PREVIEWED }).map((at) =>
          at.getTime(),
        ),
    isPaused: row.pausedAt !== null,
    ...(row.pauseReason !== null && { pauseReason: row.pauseReason }),
    userName: row.user.name,
    canManage,
    ...(latest && { latest }),
  }
}

function toTarget({
  skillName,
  version,
  input,
  savedPlan,
  confirmedDigest,
}: AutomationWithParts): AutomationTarget {
  if (skillName !== null) return { kind: 'skill', name: skillName, ...(version && { version }), input }
  const { slug = '', title = '' } = savedPlan ?? {}
  return { kind: 'plan', slug, title, isConfirmed: confirmedDigest !== null }
}

/** `unconfirmed` are the plan runs that wait for confirmation. */
export function showAutomationRun(row: AutomationRunRow, unconfirmed: Set<string>): AutomationRunView {
  return {
    id: row.id,
    state: row.state,
    dueAtMs: row.dueAt.getTime(),
    ...(row.endedAt && { endedAtMs: row.endedAt.getTime() }),
    ...(row.runId && { runId: row.runId }),
    ...(row.planRunId && { planRunId: row.planRunId }),
    ...(row.planRunId && unconfirmed.has(row.planRunId) && { needsConfirmation: true }),
    ...(row.event?.kind === 'vault' && { paths: row.event.paths }),
    ...(row.error && { error: row.error }),
  }
}

export const RestAutomationRun = z.object({
  id: z.string(),
  state: z.enum(AUTOMATION_RUN_STATES),
  due_at: InstantText,
  ended_at: InstantText.optional(),
  run_id: z.string().optional(),
  plan_run_id: z.string().optional(),
  needs_confirmation: z
    .boolean()
    .optional()
    .meta({ description: 'The plan run waits until a person confirms it.' }),
  paths: z.array(z.string()).optional().meta({ description: 'The changed files that started it.' }),
  error: ApiError.optional(),
})

export type RestAutomationRun = z.infer<typeof RestAutomationRun>

export const RestAutomation = z.object({
  automation_id: z.string(),
  title: z.string(),
  skill: z.string().optional(),
  version: z.string().optional(),
  input: schemaWithJson<Json>({}).optional(),
  plan: z.string().optional(),
  confirmed: z.boolean().optional(),
  trigger: schemaWithJson<AutomationTrigger>({ type: 'object' }),
  time_zone: z.string(),
  max_price: z.string(),
  next_runs: z.array(InstantText).meta({ description: 'The next times, at most five.' }),
  paused: z.boolean(),
  pause_reason: z.string().optional().meta({ description: 'Why it paused itself.' }),
  runs_as: z.string(),
  latest_run: RestAutomationRun.optional(),
  runs: z.array(RestAutomationRun).optional(),
  next_cursor: NextCursor.optional(),
  secret: z.string().optional().meta({ description: 'Signs the messages of a webhook. Returned only once.' }),
  token: z
    .string()
    .optional()
    .meta({ description: 'What messages may carry instead of a signature. Returned only once.' }),
})

export type RestAutomation = z.infer<typeof RestAutomation>

export function toRestAutomation(view: AutomationView): RestAutomation {
  const { target } = view
  return {
    automation_id: view.id,
    title: view.title,
    ...(target.kind === 'skill'
      ? {
          skill: target.name,
          ...(target.version && { version: target.version }),
          input: target.input,
        }
      : { plan: target.slug, confirmed: target.isConfirmed }),
    trigger: view.trigger,
    time_zone: view.timeZone,
    max_price: view.maxPrice,
    next_runs: view.nextAtMs.map((ms) => new Date(ms).toISOString()),
    paused: view.isPaused,
    ...(view.pauseReason && { pause_reason: view.pauseReason }),
    runs_as: view.userName,
    ...(view.latest && { latest_run: toRestAutomationRun(view.latest) }),
  }
}

export function toRestAutomationRun(run: AutomationRunView): RestAutomationRun {
  return {
    id: run.id,
    state: run.state,
    due_at: new Date(run.dueAtMs).toISOString(),
    ...(run.endedAtMs !== undefined && { ended_at: new Date(run.endedAtMs).toISOString() }),
    ...(run.runId && { run_id: run.runId }),
    ...(run.planRunId && { plan_run_id: run.planRunId }),
    ...(run.needsConfirmation && { needs_confirmation: true }),
    ...(run.paths && { paths: run.paths }),
    ...(run.error && { error: run.error }),
  }
}
