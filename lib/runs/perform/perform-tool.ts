/** Performs the run of a built-in tool, which needs no sandbox: docs/spec/tools-and-plans.md §1. */
import { setTimeout as sleep } from 'node:timers/promises'
import { TOOL_LIMITS } from '../../contracts/document/skill-limits.ts'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { JAVASCRIPT_LIMITS } from '../../sandbox/sandbox.ts'
import type { BuiltInTool, ToolEnvironment } from '../../tools/definition/built-in-tool.ts'
import { endWithFault, judgeOutcome } from '../finish/judge-outcome.ts'
import { type Effects, mergeEffects } from '../model/tool-result.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import type { RunEnd } from '../rows/runs.ts'

/** How long a cancelled tool may take to finish a write that it is in the middle of. */
const CANCEL_GRACE_MS = 300

type ToolOptions = {
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  /** Runs a skill that the tool calls. Throws the skill's error. */
  runSkill(
    called: { name: string; args: Json },
    until: { deadlineMs: number; runEnded: AbortSignal },
  ): Promise<Json>
}

type ToolOutcome = { value: Json } | { thrown: unknown } | 'interrupted'

/**
 * Returns the end of the run, also for a failure of the tool; it never rejects because of one. The shorter of the
 * call's and the tools' time limits applies. Effects are part of every end, since a failure may follow a first change.
 */
export async function performTool(
  recorded: RecordedRun,
  tool: BuiltInTool,
  { signal, runSkill }: ToolOptions,
): Promise<RunEnd> {
  const wallMs = Math.min(recorded.timeoutMs ?? TOOL_LIMITS.timeoutMs, TOOL_LIMITS.timeoutMs)
  const startedAt = Date.now()
  const endSignal = AbortSignal.any([signal, AbortSignal.timeout(wallMs)])
  let effects: Effects | undefined
  const environment: ToolEnvironment = {
    db: recorded.acting.db,
    caller: recorded.acting.viewer,
    cause: causeOf(recorded),
    dryRun: recorded.dryRun ?? false,
    signal: endSignal,
    observe: (more) => {
      effects = mergeEffects(effects, more)
    },
    runSkill: (name, args) =>
      runSkill({ name, args }, { deadlineMs: startedAt + wallMs, runEnded: endSignal }),
  }
  const ended = await raceInterruption(invokeTool(tool, inputFor(tool, recorded), environment), endSignal)
  const end =
    ended === 'interrupted' || isInterruption(ended, endSignal)
      ? await interruptedEnd(signal, wallMs, recorded)
      : await judgeToolOutcome(ended, recorded)
  return { ...end, durationMs: Date.now() - startedAt, ...(effects && { effects }) }
}

function causeOf({ row, parameters, planStep }: RecordedRun): ToolEnvironment['cause'] {
  const { note } = parameters as JsonObject
  return {
    runId: row.id,
    ...(planStep && { planRunId: planStep.planRunId, stepId: planStep.stepId }),
    ...(typeof note === 'string' && note !== '' && { note }),
  }
}

function inputFor({ inputSchema }: BuiltInTool, { parameters, row }: RecordedRun): JsonObject {
  const takesRequestId = 'requestId' in ((inputSchema.properties ?? {}) as JsonObject)
  return { ...(parameters as JsonObject), ...(takesRequestId && { requestId: row.id }) }
}

async function invokeTool(
  tool: BuiltInTool,
  input: JsonObject,
  environment: ToolEnvironment,
): Promise<ToolOutcome> {
  try {
    return { value: await tool.run(input, environment) }
  } catch (thrown) {
    return { thrown }
  }
}

async function raceInterruption(ending: Promise<ToolOutcome>, runEnded: AbortSignal): Promise<ToolOutcome> {
  const graceTimer = new AbortController()
  const stop = new Promise<ToolOutcome>((resolve) => {
    const wait = () => void sleep(CANCEL_GRACE_MS, 'interrupted' as const, graceTimer).then(resolve, () => {})
    if (runEnded.aborted) wait()
    else runEnded.addEventListener('abort', wait, { once: true })
  })
  try {
    return await Promise.race([ending, stop])
  } finally {
    graceTimer.abort()
  }
}

/** Returns whether what the tool threw is the cancellation: after it, any error but an AppError counts as such. */
function isInterruption(ended: Exclude<ToolOutcome, 'interrupted'>, runEnded: AbortSignal): boolean {
  return runEnded.aborted && 'thrown' in ended && !(ended.thrown instanceof AppError)
}

function interruptedEnd(cancel: AbortSignal, wallMs: number, recorded: RecordedRun): Promise<RunEnd> {
  const message = `The tool exceeded its time limit of ${wallMs / 1000} s.`
  const outcome = cancel.aborted
    ? { kind: 'cancelled' as const }
    : { kind: 'limit' as const, limit: 'wall' as const, message }
  return judgeOutcome({ ...outcome, ...NO_LOGS }, expectationOf(recorded))
}

function expectationOf({ contract, runnable }: RecordedRun) {
  return { mode: 'production', contract, owner: runnable.organisation.id } as const
}

async function judgeToolOutcome(
  ended: Exclude<ToolOutcome, 'interrupted'>,
  recorded: RecordedRun,
): Promise<RunEnd> {
  const { row, config } = recorded
  if ('thrown' in ended) {
    return ended.thrown instanceof AppError && ended.thrown.code !== 'INTERNAL_ERROR'
      ? { state: 'failed', error: toPublicError(ended.thrown) }
      : endWithFault(ended.thrown, row.id, config.secrets)
  }
  const text = JSON.stringify(ended.value)
  if (text.length > JAVASCRIPT_LIMITS.outputBytes) {
    const message = 'The output would be larger than 4 MiB.'
    const error = new AppError('INVALID_INPUT', { message, suggestedAction: 'Request less.' })
    return { state: 'failed', error: toPublicError(error) }
  }
  const outcome = { kind: 'returned' as const, value: JSON.parse(text) as Json }
  return judgeOutcome({ ...outcome, ...NO_LOGS }, expectationOf(recorded))
}

const NO_LOGS = { durationMs: 0, logs: [] }
