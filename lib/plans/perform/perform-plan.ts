/**
 * Performs a plan run as a durable workflow.
 *
 * After a worker died, the engine calls this again and answers completed steps from its record. Decisions must therefore come
 * from records, and the names of steps must be unique and follow from earlier records. The engine repeats a step while the
 * database is away; what is read outside of steps is repeated here. All changes of the plan run's state are idempotent.
 */
import type { Context } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { ERRORS, type PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'
import { retryOutages } from '../../kernel/outage.ts'
import { paths } from '../../kernel/site/paths.ts'
import { oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { CANCELLED } from '../../runs/finish/judge-outcome.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import { notifyPlanRun, openWakeUpsOn, subscribeToPlanRuns } from '../../runs/queue/run-notifications.ts'
import { findRun } from '../../runs/rows/run-history.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import type { PlanTool } from '../model/document/plan-tool.ts'
import {
  MAX_PLAN_OUTPUT_BYTES,
  type PlanEnd,
  PlanProgress,
  type Start,
} from '../model/progress/plan-progress.ts'
import { jsonSize, MAX_RESOLVED_CHARS, resolveReferences } from '../model/progress/resolve-references.ts'
import { listApprovedSteps } from '../rows/plan-approvals.ts'
import { findAttempt, listAttempts } from '../rows/plan-attempts.ts'
import { changePlanRun, findPlanRun, isCancelRequested } from '../rows/plan-runs.ts'
import type { PlanRunState } from '../views/plan-run-view.ts'
import { measureResult } from './attempt-result.ts'
import { performAttempt } from './perform-attempt.ts'
import { requestApproval } from './request-approval.ts'

export type WorkflowEngine = {
  /** Performs `work`, or returns its recorded result if it was performed before a crash. Names must be unique. */
  step<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  /** Pauses without taking a worker's slot. Returns true if another call of `performPlan` will continue. */
  pauseUntil(untilMs: number): Promise<boolean>
}

const SHORT_PAUSE_MS = 5_000

type Turn = { nowMs: number; ended?: string; isCancelled?: true }

/** Performs the plan to its end, which the row of the plan run states. Does nothing if it was cancelled before. */
export async function performPlan(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  planRunId: string,
  engine: WorkflowEngine,
): Promise<void> {
  const start = await engine.step('begin', () => beginPlan(ctx.db, planRunId))
  if (!start.isOn) return
  const work = await retryOutages(() => loadWork(ctx, planRunId, start))
  if (!work) return
  const cancel = watchPlanCancel(ctx.db, planRunId)
  try {
    const priceQueue = Promise.resolve()
    await performTurns({ ...work, cancel: cancel.signal, priceQueue }, engine, start.nowMs)
  } finally {
    cancel.stop()
  }
}

async function loadWork(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  planRunId: string,
  { known, approved = [] }: PlanStart,
): Promise<Omit<PlanWork, 'cancel' | 'priceQueue'> | null> {
  const row = await findPlanRun(ctx.db, planRunId)
  if (!row) return null
  const progress = new PlanProgress(row.document as PlanDocument, new Set(approved))
  const knownAttempts = new Set(known)
  const outputRoom = { bytes: MAX_PLAN_OUTPUT_BYTES }
  for (const { unit, attempt, result } of await listAttempts(ctx.db, planRunId)) {
    if (result) outputRoom.bytes -= measureResult(result)
    if (result && knownAttempts.has(stepNameOf(unit, attempt))) progress.record(unit, result)
  }
  return {
    ctx,
    row,
    plan: row.document as PlanDocument,
    progress,
    results: new Map(),
    tools: new Map(),
    outputRoom,
  }
}

async function performTurns(work: PlanWork, engine: WorkflowEngine, startedMs: number): Promise<void> {
  const { progress, row } = work
  const inFlight = new Map<string, { attempt: number; ended: Promise<string> }>()
  let now: Turn = { nowMs: startedMs }
  let isCancelled = false
  for (let turn = 0; ; turn += 1) {
    const situation = { flight: new Set(inFlight.keys()), nowMs: now.nowMs, isCancelled }
    const { start, end, wakeAtMs, awaiting } = progress.next(situation)
    for (const each of start) {
      const ended = startUnit(work, engine, each)
      ended.catch(() => {})
      inFlight.set(each.unit.key, { attempt: each.attempt, ended })
    }
    if (inFlight.size === 0) {
      if (end) return recordEnd(work, engine, end)
      // The decision enqueues the plan again. Without a pause, the plan was cancelled, which ends the next turn.
      if (awaiting !== undefined) {
        const ask = () => requestApproval(work.ctx.db, row, work.plan, awaiting)
        if (await engine.step(`approval-${awaiting}`, ask)) return
      }
      if (wakeAtMs !== undefined && wakeAtMs - now.nowMs > SHORT_PAUSE_MS) {
        // Called “rest”, because workflows that run have recorded this name.
        await engine.step(`rest-${turn}`, () => pausePlan(work.ctx.db, row, wakeAtMs))
        if (await engine.pauseUntil(wakeAtMs)) return
      }
    }
    const running = [...inFlight.values()].map(({ ended }) => ended)
    const cancel = isCancelled ? undefined : work.cancel
    now = await engine.step(`order-${turn}`, () => waitForNextTurn(running, { wakeAtMs, cancel }))
    isCancelled ||= now.isCancelled === true
    const done = now.ended === undefined ? undefined : inFlight.get(now.ended)
    if (now.ended === undefined || !done) continue
    await done.ended
    inFlight.delete(now.ended)
    progress.record(now.ended, await findResult(work, now.ended, done.attempt))
  }
}

/** Starts its step before it first awaits, since the engine numbers steps in the order of calls. */
async function startUnit(work: PlanWork, engine: WorkflowEngine, { unit, attempt }: Start): Promise<string> {
  await engine.step(
    stepNameOf(unit.key, attempt),
    async () => (await performAttempt(work, unit, attempt)).status,
  )
  return unit.key
}

/** Waits for the next event, which the engine records: the call that ended first, the time, or the cancellation. */
async function waitForNextTurn(
  running: Promise<string>[],
  { wakeAtMs, cancel }: { wakeAtMs?: number; cancel?: AbortSignal },
): Promise<Turn> {
  const waitEnded = new AbortController()
  const waiting: Promise<Omit<Turn, 'nowMs'>>[] = running.map((each) => each.then((ended) => ({ ended })))
  if (cancel) {
    const cancelled = { isCancelled: true as const }
    waiting.push(
      new Promise((resolve) => {
        if (cancel.aborted) resolve(cancelled)
        cancel.addEventListener('abort', () => resolve(cancelled), { signal: waitEnded.signal })
      }),
    )
  }
  let timer: NodeJS.Timeout | undefined
  if (wakeAtMs !== undefined)
    waiting.push(
      new Promise((resolve) => {
        timer = setTimeout(resolve, Math.max(0, wakeAtMs - Date.now()), {})
      }),
    )
  try {
    const first = await Promise.race(waiting)
    const nowMs =
      'ended' in first || 'isCancelled' in first ? Date.now() : Math.max(Date.now(), wakeAtMs ?? 0)
    return { ...first, nowMs }
  } finally {
    waitEnded.abort()
    clearTimeout(timer)
  }
}

/** Returns the result of an attempt that has ended: it is recorded before the turn that reports its end. */
async function findResult(
  { ctx, row, results }: PlanWork,
  unit: string,
  attempt: number,
): Promise<ToolResult> {
  const cached = results.get(stepNameOf(unit, attempt))
  const find = () => findAttempt(ctx.db, { planRunId: row.id, unit, attempt })
  const found = cached ?? (await retryOutages(find))?.result
  if (!found) throw new Error(`Attempt ${attempt} of ${unit} of ${row.id} ended without a record.`)
  return found
}

async function recordEnd(work: PlanWork, engine: WorkflowEngine, end: PlanEnd): Promise<void> {
  await engine.step('end', () => endPlan(work.ctx.db, work, end))
}

function stepNameOf(unit: string, attempt: number): string {
  return `${unit}#${attempt}`
}

export type PlanWork = {
  ctx: Pick<Context, 'db' | 'sandbox'>
  row: PlanRunFacts
  plan: PlanDocument
  progress: PlanProgress
  results: Map<string, ToolResult>
  tools: Map<string, PlanTool>
  cancel: AbortSignal
  outputRoom: { bytes: number }
  priceQueue: Promise<unknown>
}

type PlanRunFacts = {
  id: string
  organisationId: string
  userId: string
  keyId: string | null
  timeZone: string
  dryRun: boolean
  maxPriceMicros: bigint | null
  confirmedAt: Date | null
}

/** What the engine records of a start; its fields are in the records of plan runs that are under way. */
type PlanStart = {
  /** False if the plan run is not to be performed, because it has ended. */
  isOn: boolean
  nowMs: number
  /** The attempts that had a result, as names of steps. */
  known: string[]
  /** The steps that were approved until then, or need no approval; absent in records of earlier versions. */
  approved?: string[]
}

async function beginPlan(db: Context['db'], id: string): Promise<PlanStart> {
  const nowMs = Date.now()
  const row = await findPlanRun(db, id)
  const change = {
    state: 'running',
    startedAt: row?.startedAt ?? new Date(nowMs),
    waitingUntil: null,
  } as const
  const isOn = row !== null && (await changePlanRun(db, id, ['queued', 'running'], change))
  if (!row || !isOn) return { isOn: false, nowMs, known: [] }
  await notifyPlanRun(db, { planRunId: id, organisationId: row.organisationId, kind: 'moved' })
  const attempts = await listAttempts(db, id)
  const known = attempts.flatMap(({ unit, attempt, result }) => (result ? [`${unit}#${attempt}`] : []))
  return { isOn, nowMs, known, approved: await listApprovedSteps(db, row) }
}

function pausePlan(db: Context['db'], { id }: { id: string }, untilMs: number): Promise<boolean> {
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

/** Notifies the person who started the plan of its end, except for a dry run and a cancelled plan. */
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

type EndingPlan = {
  row: { id: string; organisationId: string; userId: string; dryRun: boolean }
  plan: PlanDocument
  progress: PlanProgress
}

async function endPlan(
  db: Context['db'],
  { row, plan, progress }: EndingPlan,
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
  await notifyPlanRun(db, { planRunId: row.id, organisationId: row.organisationId, kind: 'moved' })
  return moved
}

/** Returns the plan's outputs, without those that refer to skipped steps or do not fit into the limit. */
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

/** Returns why the plan failed: the error of the run that failed it, or of its result. */
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

/** Watches for a cancellation: `signal` aborts when the plan run is cancelled or deleted; `stop` ends the watch. */
function watchPlanCancel(db: Context['db'], planRunId: string): { signal: AbortSignal; stop: () => void } {
  const cancelled = new AbortController()
  const watchEnded = new AbortController()
  void pollForCancel(db, planRunId, cancelled, watchEnded.signal)
  return { signal: cancelled.signal, stop: () => watchEnded.abort() }
}

async function pollForCancel(
  db: Context['db'],
  id: string,
  cancelled: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const wakeUps = await openWakeUpsOn(
    subscribeToPlanRuns,
    (notification) => notification.planRunId === id && notification.kind === 'cancel',
    {
      signal,
      pollMs: POLL_MS,
    },
  )
  try {
    while (!signal.aborted) {
      // An error is ignored, because the database may be away for a moment. Null means that the plan run was deleted.
      const isRequested = await isCancelRequested(db, id).catch(() => false)
      if (isRequested !== false) return cancelled.abort()
      await wakeUps.next()
    }
  } finally {
    wakeUps.close()
  }
}
