/** All state changes are idempotent. */
import type { Context } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { ERRORS, type PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'
import { paths } from '../../kernel/site/paths.ts'
import { oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { CANCELLED } from '../../runs/finish/judge-outcome.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import { notifyPlanRun, openWakeUpsOn, subscribeToPlanRuns } from '../../runs/queue/run-notifications.ts'
import { findRun } from '../../runs/rows/run-history.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import type { PlanEnd, PlanProgress } from '../model/progress/plan-progress.ts'
import { jsonSize, MAX_RESOLVED_CHARS, resolveReferences } from '../model/progress/resolve-references.ts'
import { listAttempts } from '../rows/plan-attempts.ts'
import { changePlanRun, findPlanRun, isCancelRequested } from '../rows/plan-runs.ts'
import type { PlanRunState } from '../views/plan-run-view.ts'

type Begun = {
  isOn: boolean
  nowMs: number
  known: string[]
}

export async function beginPlan(db: Context['db'], id: string): Promise<Begun> {
  const nowMs = Date.now()
  const row = await findPlanRun(db, id)
  const change = {
    state: 'running',
    startedAt: row?.startedAt ?? new Date(nowMs),
    waitingUntil: null,
  } as const
  const isOn = row !== null && (await changePlanRun(db, id, ['queued', 'running'], change))
  if (!row || !isOn) return { isOn: false, nowMs, known: [] }
  await notifyPlanRun(db, { planRunId: id, organisationId: row.organisationId, what: 'moved' })
  const attempts = await listAttempts(db, id)
  const known = attempts.flatMap(({ unit, attempt, result }) => (result ? [`${unit}#${attempt}`] : []))
  return { isOn, nowMs, known }
}

export function pausePlan(db: Context['db'], { id }: { id: string }, untilMs: number): Promise<boolean> {
  return changePlanRun(db, id, ['running'], { waitingUntil: new Date(untilMs) })
}

type EndedPlan = {
  id: string
  userId: string
  dryRun: boolean
  state: PlanRunState
  goal: string
  error: PublicError | null
}

/** Notifies the starter, except of a dry run or a cancelled plan. */
export async function sendPlanNotice(
  tx: Tx,
  { id, userId, dryRun, state, goal, error }: EndedPlan,
): Promise<void> {
  if (dryRun || (state !== 'failed' && state !== 'succeeded')) return
  const isFailed = state === 'failed'
  const title = oneVisibleLine(goal).slice(0, MAX_TITLE_CHARS) || 'Your plan'
  await sendNotice(tx, [userId], {
    kind: isFailed ? 'plan.failed' : 'plan.succeeded',
    title: isFailed ? `Plan failed: ${title}` : `Plan finished: ${title}`,
    body: error?.message ?? '',
    href: paths.planRun(id),
  })
}

const MAX_TITLE_CHARS = 100

type Ending = {
  row: { id: string; organisationId: string; userId: string; dryRun: boolean }
  plan: PlanDocument
  progress: PlanProgress
}

export async function endPlan(
  db: Context['db'],
  { row, plan, progress }: Ending,
  { state, stepId, result }: PlanEnd,
): Promise<boolean> {
  const change = {
    state,
    endedAt: new Date(),
    waitingUntil: null,
    ...(state === 'cancelled' && { error: CANCELLED }),
    ...(state === 'failed' && { error: await readPlanError(db, result), failedStepId: stepId ?? null }),
    ...(state === 'succeeded' && plan.outputs && { outputs: resolveOutputs(plan.outputs, progress) }),
  }
  const moved = await db.$transaction(async (tx) => {
    const isMoved = await changePlanRun(tx, row.id, ['queued', 'running'], change)
    if (isMoved) await sendPlanNotice(tx, { ...row, state, goal: plan.goal, error: change.error || null })
    return isMoved
  })
  await notifyPlanRun(db, { planRunId: row.id, organisationId: row.organisationId, what: 'moved' })
  return moved
}

/** Omits outputs that refer to skipped steps or do not fit. */
function resolveOutputs(outputs: JsonObject, progress: PlanProgress): JsonObject {
  const resolved: JsonObject = {}
  let room = MAX_RESOLVED_CHARS
  for (const [name, each] of Object.entries(outputs)) {
    const { value } = resolveReferences(each, progress.scopeOf())
    if (value === undefined) continue
    room -= jsonSize(value, room)
    if (room < 0) break
    setOwnProperty(resolved, name, value)
  }
  return resolved
}

async function readPlanError(db: Context['db'], result: ToolResult | undefined): Promise<PublicError> {
  const run = result && (await findRun(db, result.callId))
  if (run?.error) return run.error as PublicError
  const { code, message, details, limit } = result?.error ?? {
    code: 'INTERNAL_ERROR' as const,
    message: ERRORS.INTERNAL_ERROR.message,
    details: undefined,
    limit: undefined,
  }
  const issues = Array.isArray(details) ? (details as PublicError['details']) : undefined
  const action = result?.userMessage
  return {
    code,
    message,
    recoverable: ERRORS[code].recoverable,
    ...(action && { suggested_action: action }),
    ...(issues && { details: issues }),
    ...(limit && { limit }),
  }
}

const POLL_MS = 800

/** `signal` is aborted on cancellation or deletion; `stop` ends the watch. */
export function watchPlanCancel(
  db: Context['db'],
  planRunId: string,
): { signal: AbortSignal; stop: () => void } {
  const cancelled = new AbortController()
  const over = new AbortController()
  void pollForCancel(db, planRunId, cancelled, over.signal)
  return { signal: cancelled.signal, stop: () => over.abort() }
}

async function pollForCancel(
  db: Context['db'],
  id: string,
  cancelled: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const wakeUps = await openWakeUpsOn(
    subscribeToPlanRuns,
    (notification) => notification.planRunId === id && notification.what === 'cancel',
    {
      signal,
      pollMs: POLL_MS,
    },
  )
  try {
    while (!signal.aborted) {
      // The database may be unavailable for a moment.
      const isWanted = await isCancelRequested(db, id).catch(() => false)
      if (isWanted !== false) return cancelled.abort()
      await wakeUps.next()
    }
  } finally {
    wakeUps.close()
  }
}
