/**
 * A plan that was started, worked off to its end: a loop over decisions that are on record. Floor 3.
 *
 * The engine replays this function when its worker died, and what it did before is answered from its record. So every
 * choice comes from records: which call ended next, what time it was, that somebody cancelled. Names of steps are
 * unique and their order is fixed by what was recorded before them.
 * Source: specification "First-party tools and plans", Plan, Run; design note "Queues, plans, schedules", §6.2, §6.6.
 */
import type { Context } from '../context.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import { MOST_GIVEN_BYTES, type PlanEnd, PlanProgress, type Start } from '../contract/plan/plan-progress.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import { findAttempt, listAttempts } from '../db/plan-attempts.ts'
import { findPlanRun } from '../db/plan-runs.ts'
import { sizeGiven } from './attempt-result.ts'
import { performAttempt } from './perform-attempt.ts'
import { beginPlan, endPlan, restPlan } from './plan-life.ts'
import type { PlanWork } from './plan-work.ts'
import { watchCancel } from './watch-cancel.ts'

/** What the engine does for a plan. */
export type PlanPort = {
  /** Does `work` once: when it is asked again after a crash it answers what was recorded. Names are unique. */
  step<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  /** Waits without holding a place. True when another call of `performPlan` goes on then, and this one is over. */
  rest(untilMs: number): Promise<boolean>
}

/** A pause that is longer does not hold a worker's place. */
const SHORT_PAUSE_MS = 5_000

type Turn = { nowMs: number; ended?: string; isCancelled?: true }

/** Resolves when it is over, or rests. What became of it is in its row. */
export async function performPlan(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  planRunId: string,
  port: PlanPort,
): Promise<void> {
  const begun = await port.step('begin', () => beginPlan(ctx.db, planRunId))
  if (!begun.isOn) return
  const work = await openWork(ctx, planRunId, begun.known)
  if (!work) return
  const cancel = watchCancel(ctx.db, planRunId)
  try {
    const counting = Promise.resolve()
    await workOff({ ...work, cancel: cancel.signal, counting }, port, begun.nowMs)
  } finally {
    cancel.stop()
  }
}

/** What was on record when this performance began; what came later is taken in when its turn comes. */
async function openWork(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  planRunId: string,
  known: readonly string[],
): Promise<Omit<PlanWork, 'cancel' | 'counting'> | null> {
  const row = await findPlanRun(ctx.db, planRunId)
  if (!row) return null
  const progress = new PlanProgress(row.document as unknown as PlanDocument)
  const wanted = new Set(known)
  const room = { bytes: MOST_GIVEN_BYTES }
  for (const { unit, attempt, result } of await listAttempts(ctx.db, planRunId)) {
    if (result) room.bytes -= sizeGiven(result)
    if (result && wanted.has(nameOf(unit, attempt))) progress.record(unit, result)
  }
  return {
    ctx,
    row,
    plan: row.document as unknown as PlanDocument,
    progress,
    results: new Map(),
    tools: new Map(),
    room,
  }
}

async function workOff(work: PlanWork, port: PlanPort, startedMs: number): Promise<void> {
  const { progress, row } = work
  const flight = new Map<string, { attempt: number; ended: Promise<string> }>()
  let now: Turn = { nowMs: startedMs }
  let isCancelled = false
  for (let turn = 0; ; turn += 1) {
    const situation = { flight: new Set(flight.keys()), nowMs: now.nowMs, isCancelled }
    const { start, end, wakeAtMs } = progress.next(situation)
    for (const each of start) {
      const ended = beginUnit(work, port, each)
      // Its turn tells what went wrong; until then nobody else listens.
      ended.catch(() => {})
      flight.set(each.unit.key, { attempt: each.attempt, ended })
    }
    if (flight.size === 0) {
      if (end) return finish(work, port, end)
      if (wakeAtMs !== undefined && wakeAtMs - now.nowMs > SHORT_PAUSE_MS) {
        await port.step(`rest-${turn}`, () => restPlan(work.ctx.db, row, wakeAtMs))
        if (await port.rest(wakeAtMs)) return
      }
    }
    const running = [...flight.values()].map(({ ended }) => ended)
    const wanted = isCancelled ? undefined : work.cancel
    now = await port.step(`order-${turn}`, () => nextTurn(running, { wakeAtMs, cancel: wanted }))
    isCancelled ||= now.isCancelled === true
    const done = now.ended === undefined ? undefined : flight.get(now.ended)
    if (now.ended === undefined || !done) continue
    await done.ended
    flight.delete(now.ended)
    progress.record(now.ended, await resultOf(work, now.ended, done.attempt))
  }
}

/** Begins at once: the engine numbers steps in the order in which they are called. */
async function beginUnit(work: PlanWork, port: PlanPort, { unit, attempt }: Start): Promise<string> {
  await port.step(nameOf(unit.key, attempt), async () => (await performAttempt(work, unit, attempt)).status)
  return unit.key
}

/** THE decision of a turn, which is recorded: what ended first, that time has come, or that somebody cancelled. */
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
    // A clock that goes back must not make it wait again.
    const nowMs =
      'ended' in first || 'isCancelled' in first ? Date.now() : Math.max(Date.now(), wakeAtMs ?? 0)
    return { ...first, nowMs }
  } finally {
    over.abort()
    clearTimeout(timer)
  }
}

/** On record since before the turn that says that it ended. */
async function resultOf({ ctx, row, results }: PlanWork, unit: string, attempt: number): Promise<ToolResult> {
  const kept = results.get(nameOf(unit, attempt))
  const found = kept ?? (await findAttempt(ctx.db, { planRunId: row.id, unit, attempt }))?.result
  if (!found) throw new Error(`Attempt ${attempt} of ${unit} of ${row.id} ended without a record.`)
  return found
}

async function finish(work: PlanWork, port: PlanPort, end: PlanEnd): Promise<void> {
  await port.step('end', () => endPlan(work.ctx.db, work, end))
}

function nameOf(unit: string, attempt: number): string {
  return `${unit}#${attempt}`
}
