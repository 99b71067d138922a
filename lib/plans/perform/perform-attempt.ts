/**
 * One attempt at one call of a plan: resolving its arguments, asking the policy, running, and recording the result.
 *
 * A worker that takes over from a dead one may repeat the call. It gets the recorded result, or the run of the same idempotency
 * key (plan run, unit, attempt), so that no call runs or is charged twice. See docs/spec/tools-and-plans.md §3.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type Issue } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { formatMicros } from '../../kernel/money.ts'
import { paths } from '../../kernel/site/paths.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import { recoverRun } from '../../runs/lifecycle/recover-run.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import { notifyPlanRun } from '../../runs/queue/run-notifications.ts'
import type { RunContext } from '../../runs/resolve/create-run-context.ts'
import { findRun } from '../../runs/rows/run-history.ts'
import { type StartedRun, startRun } from '../../runs/start/start-run.ts'
import { judgeCall } from '../check/judge-call.ts'
import { findPolicy } from '../check/plan-policy.ts'
import type { PlanStep } from '../model/document/plan-document.ts'
import { type PlanTool, splitToolName } from '../model/document/plan-tool.ts'
import { MAX_FOREACH_ITEMS, type PlanProgress, type Unit } from '../model/progress/plan-progress.ts'
import { resolveReferences } from '../model/progress/resolve-references.ts'
import {
  type AttemptRef,
  beginAttempt,
  findAttempt,
  recordAttempt,
  setAttemptRun,
} from '../rows/plan-attempts.ts'
import { sumPlanCommitment } from '../rows/plan-runs.ts'
import { findPlanTools } from '../tools/find-plan-tools.ts'
import {
  type AttemptFacts,
  createPlanContext,
  measureResult,
  toRefusedResult,
  toRunResult,
  toSkippedResult,
  toTooLargeResult,
} from './attempt-result.ts'
import type { PlanWork } from './perform-plan.ts'

/** Returns the recorded result of the attempt. Rejects only if nothing can be recorded; then it may be called again. */
export async function performAttempt(work: PlanWork, unit: Unit, attempt: number): Promise<ToolResult> {
  const { ctx, row } = work
  const ref = { planRunId: row.id, unit: unit.key, attempt, stepId: unit.stepId, index: unit.index }
  const known = await findAttempt(ctx.db, ref)
  const result = known?.result ?? (await performUnit(work, unit, ref, known?.runId ?? undefined))
  work.results.set(`${unit.key}#${attempt}`, result)
  await notifyPlanRun(ctx.db, { planRunId: row.id, organisationId: row.organisationId, kind: 'moved' })
  return result
}

async function performUnit(
  work: PlanWork,
  unit: Unit,
  ref: AttemptRef,
  knownRunId: string | undefined,
): Promise<ToolResult> {
  const { ctx, row } = work
  const tool = work.plan.steps.find(({ id }) => id === unit.stepId)?.tool ?? unit.stepId
  const facts = { ref, startedAt: Date.now(), tool }
  const hasBegun = await beginAttempt(ctx.db, ref)
  if (!hasBegun) return recordAttempt(ctx.db, ref, toRefusedResult(facts, new AppError('CANCELLED')))
  await notifyPlanRun(ctx.db, { planRunId: row.id, organisationId: row.organisationId, kind: 'moved' })
  const { result, runId } = await callWithRetries(work, unit, facts, knownRunId)
  return recordAttempt(ctx.db, ref, limitOutput(work, result), runId)
}

function limitOutput({ outputRoom }: PlanWork, result: ToolResult): ToolResult {
  const bytes = measureResult(result)
  if (bytes > outputRoom.bytes) return toTooLargeResult(result)
  outputRoom.bytes -= bytes
  return result
}

type AttemptOutcome = { result: ToolResult; runId?: string }

const MAX_TRIES = 3
const RETRY_PAUSE_MS = 1_000

/** Calls the tool, and again after a fault of ours. A refusal is a result. */
async function callWithRetries(
  work: PlanWork,
  unit: Unit,
  facts: AttemptFacts,
  knownRunId: string | undefined,
): Promise<AttemptOutcome> {
  let runId = knownRunId
  for (let tried = 1; ; tried += 1) {
    try {
      const acting = await createPlanContext(work.ctx, work.row)
      const prepared = await prepareUnit(acting, work, unit)
      if ('skip' in prepared) return { result: toSkippedResult(facts, prepared.skip) }
      const dispatch = { ref: facts.ref, prepared, knownRunId: runId }
      runId = await dispatchUnit(acting, work, dispatch, async (id) => {
        runId = id
        await setAttemptRun(work.ctx.db, facts.ref, id)
      })
      const run = await findRun(work.ctx.db, runId)
      if (!run) throw new AppError('INTERNAL_ERROR', { detail: `run ${runId} is missing` })
      const result = toRunResult(facts, run, prepared.tool ?? UNKNOWN_TOOL)
      const skipReason = dryRunSkipReason(work, unit.stepId, result)
      return { result: skipReason === undefined ? result : toSkippedResult(facts, skipReason), runId }
    } catch (thrown) {
      const isFault = !(thrown instanceof AppError)
      if (!isFault || tried === MAX_TRIES) return { result: toRefusedResult(facts, thrown), runId }
      await sleep(RETRY_PAUSE_MS * tried)
    }
  }
}

/** What is assumed of a tool that is gone: the highest risk, so that its lost run is not repeated. */
const UNKNOWN_TOOL = { name: '', riskLevel: 'commands', sideEffects: [] }

type Dispatch = {
  ref: AttemptRef
  prepared: PreparedUnit
  /** Set if the run was created before its worker died. */
  knownRunId?: string
}

/** Starts the unit's run, or recovers the one that a dead worker started, and waits for its end. Returns the run's id. */
async function dispatchUnit(
  acting: RunContext,
  work: PlanWork,
  { ref, prepared, knownRunId }: Dispatch,
  storeRunId: (runId: string) => Promise<void>,
): Promise<string> {
  const started = knownRunId ? undefined : await startWhenQueueHasRoom(acting, work, ref, prepared)
  const runId = knownRunId ?? (started as StartedRun).run.id
  if (!knownRunId) await storeRunId(runId)
  const stop = () => void cancelRun(acting, runId).catch(logUnlessExpected)
  work.cancel.addEventListener('abort', stop)
  if (work.cancel.aborted) stop()
  try {
    if (started && !started.isRepeated) await started.ended
    else await recoverRun(acting, runId)
  } finally {
    work.cancel.removeEventListener('abort', stop)
  }
  return runId
}

const QUEUE_RETRY_MS = 1_000
const MAX_QUEUE_WAIT_MS = 10 * 60_000

async function startWhenQueueHasRoom(
  acting: RunContext,
  work: PlanWork,
  ref: AttemptRef,
  prepared: PreparedUnit,
): Promise<StartedRun> {
  const deadlineMs = Date.now() + MAX_QUEUE_WAIT_MS
  for (;;) {
    if (work.cancel.aborted) throw new AppError('CANCELLED')
    try {
      return await startUnitRun(acting, work, ref, prepared)
    } catch (thrown) {
      const isFull = thrown instanceof AppError && thrown.code === 'RATE_LIMIT_EXCEEDED'
      if (!isFull || Date.now() > deadlineMs) throw thrown
      await sleep(QUEUE_RETRY_MS, undefined, { signal: work.cancel }).catch(() => {})
    }
  }
}

async function startUnitRun(
  acting: RunContext,
  work: PlanWork,
  { planRunId, unit, attempt, stepId }: AttemptRef,
  { step, args }: PreparedUnit,
): Promise<StartedRun> {
  const { name, wanted } = splitToolName(step.tool)
  const { timeZone, dryRun } = work.row
  return startWithinPrice(acting, work, (maxPrice) =>
    startRun(acting, {
      skill: { name, ...(wanted !== undefined && { version: wanted }) },
      args,
      timeZone,
      idempotencyKey: `${planRunId}:${unit}:${attempt}`,
      planStep: { planRunId, stepId, attempt },
      ...(dryRun && { dryRun }),
      ...(step.timeoutMs !== undefined && { timeoutMs: step.timeoutMs }),
      ...(maxPrice !== undefined && { maxPrice }),
    }),
  )
}

/** Starts with what is left of the price limit, one call after the other, so that parallel calls do not use it twice. */
async function startWithinPrice<Value>(
  { db }: RunContext,
  work: PlanWork,
  start: (maxPrice?: string) => Promise<Value>,
): Promise<Value> {
  const { id, maxPriceMicros } = work.row
  if (maxPriceMicros === null) return start()
  const turn = work.priceQueue.then(async () => {
    const left = maxPriceMicros - (await sumPlanCommitment(db, id))
    return start(formatMicros(left > 0n ? left : 0n))
  })
  work.priceQueue = turn.catch(() => {})
  return turn
}

type PreparedUnit = { step: PlanStep; args: JsonObject; tool: PlanTool | undefined }

/**
 * Returns the call with its arguments, or why it is skipped: it depends on something skipped; in a dry run also if some items
 * were skipped or its file was not opened. Throws INVALID_INPUT for invalid references, and POLICY_DENIED.
 */
async function prepareUnit(
  acting: RunContext,
  work: PlanWork,
  unit: Unit,
): Promise<PreparedUnit | { skip: string }> {
  const step = work.plan.steps.find(({ id }) => id === unit.stepId)
  if (!step) throw new AppError('INVALID_INPUT', { message: `There is no step “${unit.stepId}”.` })
  const unopenedFile = unopenedFileReason(work, step)
  if (unopenedFile !== undefined) return { skip: unopenedFile }
  const lacksResult = (id: string) => work.progress.isSkipped(id) || hasSkippedItems(work, id)
  const skipped = work.progress.dependenciesOf(step.id).filter(lacksResult)
  const skip = `This step needs the result of “${skipped[0]}”, which was skipped.`
  const listProblem = step.foreach && unit.index === undefined ? listError(step, work) : undefined
  if (listProblem) {
    if (listProblem.issues && skipped.length > 0) return { skip }
    throw new AppError('INVALID_INPUT', listProblem)
  }
  const tool = await findTool(acting, work, step.tool)
  const { value, issues } = resolveReferences(step.args, work.progress.scopeOf(unit), tool?.inputSchema)
  if (value === undefined) {
    if (skipped.length > 0) return { skip }
    throw new AppError('INVALID_INPUT', {
      message: 'The arguments of this step refer to values that do not exist.',
      issues,
    })
  }
  await requirePolicyAllows(acting, work, { step, tool, args: value })
  return { step, args: value, tool }
}

async function findTool(
  acting: RunContext,
  { tools }: PlanWork,
  name: string,
): Promise<PlanTool | undefined> {
  const known = tools.get(name) ?? (await findPlanTools(acting, [name])).get(name)
  if (known) tools.set(name, known)
  return known
}

function listError(
  { foreach }: PlanStep,
  { progress }: PlanWork,
): { message: string; issues?: Issue[] } | undefined {
  const { value, issues } = resolveReferences(foreach?.from ?? null, progress.scopeOf())
  if (value === undefined) return { message: 'The list for foreach does not exist.', issues }
  if (!Array.isArray(value)) return { message: 'The value for foreach is not a list.' }
  if (value.length <= MAX_FOREACH_ITEMS) return undefined
  return {
    message: `A step can process at most ${MAX_FOREACH_ITEMS} items, and this list has ${value.length}.`,
  }
}

/** Asks the policy about each call: only now are its paths known, and the policy may have changed since the start. */
async function requirePolicyAllows(
  acting: RunContext,
  { row }: PlanWork,
  { step, tool, args }: PreparedUnit,
): Promise<void> {
  const policy = await findPolicy(acting.db, row.organisationId)
  const judged = await judgeCall(acting, policy, {
    name: step.tool,
    tool,
    args,
    isResolved: true,
    dryRun: row.dryRun,
  })
  if (judged.verdict === 'deny')
    throw new AppError('POLICY_DENIED', {
      message: `Your organisation’s approval policy does not allow this: ${judged.reason}.`,
      href: paths.planPolicy,
    })
  if (judged.verdict === 'ask' && !row.confirmedAt)
    throw new AppError('POLICY_DENIED', { message: `This step has not been confirmed: ${judged.reason}.` })
}

type DryRunState = { progress: PlanProgress; row: Pick<PlanWork['row'], 'dryRun'> }

const OPEN_TOOL = 'workspace.openFile'

/** Whether a tool works in the active tab, which its arguments do not name. */
const usesActiveEditor = (tool: string) => tool.startsWith('editor.') || tool === 'workspace.getContext'

/**
 * Returns why a step of a dry run that found nothing is skipped: an earlier step would have created what it needs
 * (docs/spec/tools-and-plans.md §3). Returns undefined for any other result.
 */
function dryRunSkipReason(
  { progress, row }: DryRunState,
  stepId: string,
  result: ToolResult,
): string | undefined {
  if (!row.dryRun || result.error?.code !== 'NOT_FOUND') return undefined
  const creator = listAllDependencies(progress, stepId).find((id) =>
    listResults(progress, id).some(wouldChange),
  )
  return creator === undefined
    ? undefined
    : `This step depends on the result of “${creator}”, which a dry run does not create.`
}

function unopenedFileReason({ plan, progress, row }: DryRunState & Pick<PlanWork, 'plan'>, step: PlanStep) {
  if (!row.dryRun || !usesActiveEditor(step.tool)) return undefined
  const opens = (id: string) => plan.steps.some((each) => each.id === id && each.tool === OPEN_TOOL)
  const opener = listAllDependencies(progress, step.id).find(opens)
  const isUnopened = opener !== undefined && listResults(progress, opener).at(-1)?.status === 'skipped'
  return isUnopened
    ? `This step depends on the file that “${opener}” opens, which a dry run does not do.`
    : undefined
}

function hasSkippedItems({ progress, row }: DryRunState, stepId: string): boolean {
  return row.dryRun && listResults(progress, stepId).some(({ status }) => status === 'skipped')
}

function listAllDependencies(progress: PlanProgress, stepId: string): string[] {
  const found = new Set(progress.dependenciesOf(stepId))
  for (const id of found) for (const further of progress.dependenciesOf(id)) found.add(further)
  return [...found]
}

function listResults(progress: PlanProgress, stepId: string): ToolResult[] {
  return progress.unitsOf(stepId).flatMap(({ key }) => progress.resultsOf(key).at(-1) ?? [])
}

function wouldChange({ ok, effects = {} }: ToolResult): boolean {
  return ok && Object.values(effects).some((changes) => changes.length > 0)
}
