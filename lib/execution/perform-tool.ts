/**
 * A run of a first-party tool: in this process instead of the box, and judged like any run. Floor 3.
 *
 * What the tool observed to change is kept whatever the end: a failure may come after a first change.
 * Source: specification "First-party tools and plans", Tools and ToolResult.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { TOOL_LIMITS } from '../contract/document/skill-limits.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { mergeEffects } from '../contract/plan/effects.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { RunEnd } from '../db/runs.ts'
import { AppError, toPublicError } from '../errors.ts'
import { JAVASCRIPT_LIMITS } from '../sandbox/sandbox.ts'
import type { Tool, ToolWorld } from '../tools/tool.ts'
import { faultOf } from './fault-of.ts'
import { judge } from './judge.ts'
import type { OpenedRun } from './open-run.ts'

/** A tool that is told to stop may be in the middle of a write: so long its own word for how that ended is waited for. */
const LAST_WORD_MS = 300

export type ToolPort = {
  /** Aborted when the run is cancelled. */
  signal: AbortSignal
  runSkill(
    called: { name: string; args: Json },
    until: { deadlineMs: number; over: AbortSignal },
  ): Promise<Json>
}

type Ended = { value: Json } | { thrown: unknown } | 'not yet'

/** Never rejects for what the tool does. */
export async function performTool(
  ctx: Pick<Context, 'db'>,
  opened: OpenedRun,
  tool: Tool,
  { signal, runSkill }: ToolPort,
): Promise<RunEnd> {
  const wallMs = Math.min(opened.timeoutMs ?? TOOL_LIMITS.timeoutMs, TOOL_LIMITS.timeoutMs)
  const startedAt = Date.now()
  const over = AbortSignal.any([signal, AbortSignal.timeout(wallMs)])
  let effects: Effects | undefined
  const world: ToolWorld = {
    db: ctx.db,
    caller: opened.viewer,
    cause: causeOf(opened),
    dryRun: opened.dryRun ?? false,
    signal: over,
    observe: (more) => {
      effects = mergeEffects(effects, more)
    },
    runSkill: (name, args) => runSkill({ name, args }, { deadlineMs: startedAt + wallMs, over }),
  }
  const ended = await untilOver(callTool(tool, inputFor(tool, opened), world), over)
  const end =
    ended === 'not yet' || isInterruption(ended, over) ? stopped(signal, wallMs, opened) : rule(ended, opened)
  return { ...end, durationMs: Date.now() - startedAt, ...(effects && { effects }) }
}

function causeOf({ row, parameters, planStep }: OpenedRun): ToolWorld['cause'] {
  const { note } = parameters as JsonObject
  return {
    runId: row.id,
    ...(planStep && { planRunId: planStep.planRunId, stepId: planStep.stepId }),
    ...(typeof note === 'string' && note !== '' && { note }),
  }
}

/** With what only the executor sets. */
function inputFor({ inputSchema }: Tool, { parameters, row }: OpenedRun): JsonObject {
  const takesId = 'requestId' in ((inputSchema.properties ?? {}) as JsonObject)
  return { ...(parameters as JsonObject), ...(takesId && { requestId: row.id }) }
}

async function callTool(tool: Tool, input: JsonObject, world: ToolWorld): Promise<Ended> {
  try {
    return { value: await tool.run(input, world) }
  } catch (thrown) {
    return { thrown }
  }
}

async function untilOver(ending: Promise<Ended>, over: AbortSignal): Promise<Ended> {
  const lastWord = new AbortController()
  const stop = new Promise<Ended>((resolve) => {
    const wait = () => void sleep(LAST_WORD_MS, 'not yet' as const, lastWord).then(resolve, () => {})
    if (over.aborted) wait()
    else over.addEventListener('abort', wait, { once: true })
  })
  try {
    return await Promise.race([ending, stop])
  } finally {
    lastWord.abort()
  }
}

/** What is thrown once a tool was told to stop is how it stopped, unless it has an answer of its own. */
function isInterruption(ended: Exclude<Ended, 'not yet'>, over: AbortSignal): boolean {
  return over.aborted && 'thrown' in ended && !(ended.thrown instanceof AppError)
}

function stopped(cancel: AbortSignal, wallMs: number, { contract }: OpenedRun): RunEnd {
  const message = `It took longer than ${wallMs / 1000} s.`
  const outcome = cancel.aborted
    ? { kind: 'cancelled' as const }
    : { kind: 'limit' as const, limit: 'wall' as const, message }
  return judge({ ...outcome, ...QUIET }, { mode: 'production', contract })
}

function rule(ended: Exclude<Ended, 'not yet'>, { row, contract, config }: OpenedRun): RunEnd {
  if ('thrown' in ended) {
    return ended.thrown instanceof AppError && ended.thrown.code !== 'INTERNAL_ERROR'
      ? { state: 'failed', error: toPublicError(ended.thrown) }
      : faultOf(ended.thrown, row.id, config.secrets)
  }
  // As it would be sent: what is undefined is absent.
  const text = JSON.stringify(ended.value)
  const outcome =
    text.length > JAVASCRIPT_LIMITS.outputBytes
      ? {
          kind: 'limit' as const,
          limit: 'output' as const,
          message: 'Its output is over 4 MiB. Ask for less.',
        }
      : { kind: 'returned' as const, value: JSON.parse(text) as Json }
  return judge({ ...outcome, ...QUIET }, { mode: 'production', contract })
}

/** A tool has no log, and its time is taken outside. */
const QUIET = { durationMs: 0, logs: [] }
