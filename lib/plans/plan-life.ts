/** The moves of a plan run that its worker makes: it begins, rests, ends. Floor 3. All may be made twice. */
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { setOwn } from '../contract/json/to-json.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import type { PlanEnd, PlanProgress } from '../contract/plan/plan-progress.ts'
import { MOST_RESOLVED, resolveReferences, sizeOf } from '../contract/plan/resolve-references.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import { listAttempts } from '../db/plan-attempts.ts'
import { changePlanRun, findPlanRun } from '../db/plan-runs.ts'
import { findRun } from '../db/run-history.ts'
import { ERRORS, type PublicError } from '../errors.ts'
import { CANCELLED } from '../execution/judge.ts'
import { announcePlan } from './plan-announcements.ts'

export type Begun = {
  /** False when it is over, or gone. */
  isOn: boolean
  nowMs: number
  /** "unit#attempt" of those that had a result then. */
  known: string[]
}

/** A worker has it. */
export async function beginPlan(db: Context['db'], id: string): Promise<Begun> {
  const nowMs = Date.now()
  const row = await findPlanRun(db, id)
  const change = {
    state: 'running',
    startedAt: row?.startedAt ?? new Date(nowMs),
    restingUntil: null,
  } as const
  const isOn = row !== null && (await changePlanRun(db, id, ['queued', 'running'], change))
  if (!row || !isOn) return { isOn: false, nowMs, known: [] }
  await announcePlan(db, { planRunId: id, organisationId: row.organisationId, what: 'moved' })
  const attempts = await listAttempts(db, id)
  const known = attempts.flatMap(({ unit, attempt, result }) => (result ? [`${unit}#${attempt}`] : []))
  return { isOn, nowMs, known }
}

/** Nobody holds it until then. */
export function restPlan(db: Context['db'], { id }: { id: string }, untilMs: number): Promise<boolean> {
  return changePlanRun(db, id, ['running'], { restingUntil: new Date(untilMs) })
}

type Ending = {
  row: { id: string; organisationId: string }
  plan: PlanDocument
  progress: PlanProgress
}

/** False when it had ended already. */
export async function endPlan(
  db: Context['db'],
  { row, plan, progress }: Ending,
  { state, stepId, result }: PlanEnd,
): Promise<boolean> {
  const moved = await changePlanRun(db, row.id, ['queued', 'running'], {
    state,
    endedAt: new Date(),
    restingUntil: null,
    ...(state === 'cancelled' && { error: CANCELLED }),
    ...(state === 'failed' && { error: await errorOf(db, result), failedStepId: stepId ?? null }),
    ...(state === 'succeeded' && plan.outputs && { outputs: outputsOf(plan.outputs, progress) }),
  })
  await announcePlan(db, { planRunId: row.id, organisationId: row.organisationId, what: 'moved' })
  return moved
}

/** Those that refer to what was skipped are left out, and those for which there is no room: the steps' results have them. */
function outputsOf(outputs: JsonObject, progress: PlanProgress): JsonObject {
  const resolved: JsonObject = {}
  let room = MOST_RESOLVED
  for (const [name, each] of Object.entries(outputs)) {
    const { value } = resolveReferences(each, progress.scopeOf())
    if (value === undefined) continue
    room -= sizeOf(value, room)
    if (room < 0) break
    setOwn(resolved, name, value)
  }
  return resolved
}

/** As its run said it; of what never had one, as the result says it. */
async function errorOf(db: Context['db'], result: ToolResult | undefined): Promise<PublicError> {
  const run = result && (await findRun(db, result.callId))
  if (run?.error) return run.error as unknown as PublicError
  const { code, message, details } = result?.error ?? {
    code: 'INTERNAL_ERROR' as const,
    message: ERRORS.INTERNAL_ERROR.message,
    details: undefined,
  }
  const issues = Array.isArray(details) ? (details as unknown as PublicError['details']) : undefined
  const action = result?.userMessage
  return {
    code,
    message,
    recoverable: ERRORS[code].recoverable,
    ...(action && { suggested_action: action }),
    ...(issues && { details: issues }),
  }
}
