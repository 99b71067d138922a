/**
 * One attempt of one call of a plan: through the one pipeline, and on record before anything else begins. Floor 3.
 *
 * May be asked again for the same attempt by a worker that took over. What has a result is answered from the record;
 * what became a run is that run, for its idempotency key is made of plan run, unit and attempt. So no attempt runs or
 * is charged twice. A run that died with its process ends uncharged, and says whether it may be made again.
 * Source: specification "First-party tools and plans", Plan, Run; design note "Queues, plans, schedules", §6.3.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Unit } from '../contract/plan/plan-progress.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import {
  type AttemptPlace,
  beginAttempt,
  findAttempt,
  noteAttemptRun,
  recordAttempt,
} from '../db/plan-attempts.ts'
import { findRun } from '../db/run-history.ts'
import { AppError } from '../errors.ts'
import {
  type AttemptFacts,
  refusalOf,
  resultOfRun,
  sizeGiven,
  skippedResult,
  withoutData,
} from './attempt-result.ts'
import { contextOfPlan } from './context-of-plan.ts'
import { dispatchUnit } from './dispatch-unit.ts'
import { whySkippedInDryRun } from './dry-run-skips.ts'
import { announcePlan } from './plan-announcements.ts'
import type { PlanWork } from './plan-work.ts'
import { prepareUnit } from './prepare-unit.ts'

/** Resolves with what is on record. Rejects only when nothing can be recorded; then it may be asked again. */
export async function performAttempt(work: PlanWork, unit: Unit, attempt: number): Promise<ToolResult> {
  const { ctx, row } = work
  const place = { planRunId: row.id, unit: unit.key, attempt, stepId: unit.stepId, index: unit.index }
  const known = await findAttempt(ctx.db, place)
  const result = known?.result ?? (await perform(work, unit, place, known?.runId ?? undefined))
  work.results.set(`${unit.key}#${attempt}`, result)
  await announcePlan(ctx.db, { planRunId: row.id, organisationId: row.organisationId, what: 'moved' })
  return result
}

async function perform(
  work: PlanWork,
  unit: Unit,
  place: AttemptPlace,
  knownRunId: string | undefined,
): Promise<ToolResult> {
  const { ctx, row } = work
  const tool = work.plan.steps.find(({ id }) => id === unit.stepId)?.tool ?? unit.stepId
  const facts = { place, startedAt: Date.now(), tool }
  const isOn = await beginAttempt(ctx.db, place)
  if (!isOn) return recordAttempt(ctx.db, place, refusalOf(facts, new AppError('CANCELLED')))
  await announcePlan(ctx.db, { planRunId: row.id, organisationId: row.organisationId, what: 'moved' })
  const { result, runId } = await call(work, unit, facts, knownRunId)
  return recordAttempt(ctx.db, place, withinRoom(work, result), runId)
}

function withinRoom({ room }: PlanWork, result: ToolResult): ToolResult {
  const bytes = sizeGiven(result)
  if (bytes > room.bytes) return withoutData(result)
  room.bytes -= bytes
  return result
}

type Called = { result: ToolResult; runId?: string }

/** A fault of ours may pass: the database may have been away for a moment. */
const TRIES = 3
const PAUSE_MS = 1_000

async function call(
  work: PlanWork,
  unit: Unit,
  facts: AttemptFacts,
  knownRunId: string | undefined,
): Promise<Called> {
  let runId = knownRunId
  for (let tried = 1; ; tried += 1) {
    try {
      const acting = await contextOfPlan(work.ctx, work.row)
      const prepared = await prepareUnit(acting, work, unit)
      if ('skip' in prepared) return { result: skippedResult(facts, prepared.skip) }
      const asked = { place: facts.place, prepared, knownRunId: runId }
      runId = await dispatchUnit(acting, work, asked, async (id) => {
        runId = id
        await noteAttemptRun(work.ctx.db, facts.place, id)
      })
      const run = await findRun(work.ctx.db, runId)
      if (!run) throw new AppError('INTERNAL_ERROR', { detail: `run ${runId} is gone` })
      const result = resultOfRun(facts, run, prepared.tool ?? UNKNOWN)
      const whySkipped = whySkippedInDryRun(work, unit.stepId, result)
      return { result: whySkipped === undefined ? result : skippedResult(facts, whySkipped), runId }
    } catch (thrown) {
      const isFault = !(thrown instanceof AppError)
      if (!isFault || tried === TRIES) return { result: refusalOf(facts, thrown), runId }
      await sleep(PAUSE_MS * tried)
    }
  }
}

/** Of what cannot be found any more the worst is assumed. */
const UNKNOWN = { name: '', riskLevel: 'commands', sideEffects: [] }
