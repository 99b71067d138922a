/**
 * After its worker died, the engine replays this and answers completed steps from its record. So decisions come from
 * records; step names are unique and their order determined by earlier records. The engine repeats a step while the
 * database is away; what is read outside of steps is repeated here.
 */
import type { Context } from '../../context/context.ts'
import { retryOutages } from '../../kernel/outage.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import type { PlanTool } from '../model/document/plan-tool.ts'
import {
  MAX_PLAN_OUTPUT_BYTES,
  type PlanEnd,
  PlanProgress,
  type Start,
} from '../model/progress/plan-progress.ts'
import { findAttempt, listAttempts } from '../rows/plan-attempts.ts'
import { findPlanRun } from '../rows/plan-runs.ts'
import { resultBytes } from './attempt-result.ts'
import { performAttempt } from './perform-attempt.ts'
import { beginPlan, endPlan, pausePlan, watchPlanCancel } from './plan-run-state.ts'

export type WorkflowEngine = {
  /** Returns the recorded result after a crash. Names must be unique. */
  step<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  /** Needs no worker slot. Returns true if another call of `performPlan` continues. */
  pauseUntil(untilMs: number): Promise<boolean>
}

const SHORT_PAUSE_MS = 5_000

type Turn = { nowMs: number; ended?: string; isCancelled?: true }

/** The plan run's row states the outcome. */
export async function performPlan(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  planRunId: string,
  engine: WorkflowEngine,
): Promise<void> {
  const begun = await engine.step('begin', () => beginPlan(ctx.db, planRunId))
  if (!begun.isOn) return
  const work = await retryOutages(() => openWork(ctx, planRunId, begun.known))
  if (!work) return
  const cancel = watchPlanCancel(ctx.db, planRunId)
  try {
    const priceQueue = Promise.resolve()
    await performTurns({ ...work, cancel: cancel.signal, priceQueue }, engine, begun.nowMs)
  } finally {
    cancel.stop()
  }
}

async function openWork(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  planRunId: string,
  known: readonly string[],
): Promise<Omit<PlanWork, 'cancel' | 'priceQueue'> | null> {
  const row = await findPlanRun(ctx.db, planRunId)
  if (!row) return null
  const progress = new PlanProgress(row.document as PlanDocument)
  const wanted = new Set(known)
  const outputRoom = { bytes: MAX_PLAN_OUTPUT_BYTES }
  for (const { unit, attempt, result } of await listAttempts(ctx.db, planRunId)) {
    if (result) outputRoom.bytes -= resultBytes(result)
    if (result && wanted.has(stepNameOf(unit, attempt))) progress.record(unit, result)
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
    const { start, end, wakeAtMs } = progress.next(situation)
    for (const each of start) {
      const ended = startUnit(work, engine, each)
      ended.catch(() => {})
      inFlight.set(each.unit.key, { attempt: each.attempt, ended })
    }
    if (inFlight.size === 0) {
      if (end) return finish(work, engine, end)
      if (wakeAtMs !== undefined && wakeAtMs - now.nowMs > SHORT_PAUSE_MS) {
        // Running workflows recorded this name.
        await engine.step(`rest-${turn}`, () => pausePlan(work.ctx.db, row, wakeAtMs))
        if (await engine.pauseUntil(wakeAtMs)) return
      }
    }
    const running = [...inFlight.values()].map(({ ended }) => ended)
    const wanted = isCancelled ? undefined : work.cancel
    now = await engine.step(`order-${turn}`, () => nextTurn(running, { wakeAtMs, cancel: wanted }))
    isCancelled ||= now.isCancelled === true
    const done = now.ended === undefined ? undefined : inFlight.get(now.ended)
    if (now.ended === undefined || !done) continue
    await done.ended
    inFlight.delete(now.ended)
    progress.record(now.ended, await resultOf(work, now.ended, done.attempt))
  }
}

/** Begins synchronously, since the engine numbers steps in call order. */
async function startUnit(work: PlanWork, engine: WorkflowEngine, { unit, attempt }: Start): Promise<string> {
  await engine.step(
    stepNameOf(unit.key, attempt),
    async () => (await performAttempt(work, unit, attempt)).status,
  )
  return unit.key
}

/** Returns, and records, which call ended first, that the time is up, or that it was cancelled. */
async function nextTurn(
  running: Promise<string>[],
  { wakeAtMs, cancel }: { wakeAtMs?: number; cancel?: AbortSignal },
): Promise<Turn> {
  const over = new AbortController()
  const waiting: Promise<Omit<Turn, 'nowMs'>>[] = running.map((each) => each.then((ended) => ({ ended })))
  if (cancel) {
    const cancelled = { isCancelled: true as const }
    waiting.push(
      new Promise((resolve) => {
        if (cancel.aborted) resolve(cancelled)
        cancel.addEventListener('abort', () => resolve(cancelled), { signal: over.signal })
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
    over.abort()
    clearTimeout(timer)
  }
}

/** The result was recorded before the turn that reports its end. */
async function resultOf({ ctx, row, results }: PlanWork, unit: string, attempt: number): Promise<ToolResult> {
  const cached = results.get(stepNameOf(unit, attempt))
  const find = () => findAttempt(ctx.db, { planRunId: row.id, unit, attempt })
  const found = cached ?? (await retryOutages(find))?.result
  if (!found) throw new Error(`Attempt ${attempt} of ${unit} of ${row.id} ended without a record.`)
  return found
}

async function finish(work: PlanWork, engine: WorkflowEngine, end: PlanEnd): Promise<void> {
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
