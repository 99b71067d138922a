import type { PublicError } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import { amountOf } from '../kernel/money.ts'
import type { AutomationRunState, AutomationTrigger } from './model/automation-trigger.ts'
import { nextInstants } from './model/instants.ts'
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
  /** At most five; empty while paused. */
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
    target: targetOf(row),
    trigger: row.trigger,
    timeZone: row.timeZone,
    maxPrice: amountOf(row.maxPriceMicros),
    nextAtMs: row.pausedAt
      ? []
      : nextInstants(row.trigger, row.timeZone, { after: now, count: PREVIEWED }).map((at) => at.getTime()),
    isPaused: row.pausedAt !== null,
    ...(row.pauseReason !== null && { pauseReason: row.pauseReason }),
    userName: row.user.name,
    canManage,
    ...(latest && { latest }),
  }
}

function targetOf({
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

export function restAutomation(view: AutomationView): object {
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
    ...(view.latest && { latest_run: restAutomationRun(view.latest) }),
  }
}

export function restAutomationRun(run: AutomationRunView): object {
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
