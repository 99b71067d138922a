/**
 * The extension Tasks (SEP-2663): a call whose run takes longer is answered with a task, for which the client asks again.
 * A task is a run, so any process answers for it, and it outlives a restart.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CreateTaskResultV2,
  type DetailedTaskV2,
  hasTaskClientCapabilityV2,
  TASKS_EXTENSION_ID_V2,
  type TaskV2,
} from '@modelcontextprotocol/ext-tasks/core/v2'
import {
  MissingRequiredClientCapabilityError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Context, requireScope } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { findRetentionDays } from '../../organisations/retention-setting.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import { isEnded } from '../../runs/model/run-states.ts'
import type { StartedRun } from '../../runs/start/start-run.ts'
import { getRun } from '../../runs/views/get-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { protocolToolResult, skillToolResult } from './call-mcp-tool.ts'
import { withProtocolErrors } from './protocol-errors.ts'
import { type ResultForm, toResultForm } from './result-form.ts'

/** Most runs end sooner, and are answered without a task. */
const TASK_AFTER_MS = 500
export const POLL_INTERVAL_MS = 1000

export const TASKS_CAPABILITY = { [TASKS_EXTENSION_ID_V2]: {} }

const TaskParams = z.looseObject({ taskId: z.string() })

/** What a result holds: the output of a skill that is a tool, or what `execute_skill` and `run_code` report of a run. */
export type TaskKind = 'output' | 'report'

/** Whether the client declares in a request that it understands tasks. */
export function acceptsTasks({ mcpReq }: ServerContext): boolean {
  return hasTaskClientCapabilityV2({ _meta: { ...mcpReq.envelope } })
}

/** Returns the result of a call, or a task for its run if that takes longer and its result is stored. */
export async function resultOrTask<Result>(
  ctx: Context,
  calling: Promise<Result>,
  { started, kind }: { started: Promise<StartedRun>; kind: TaskKind },
): Promise<Result | CreateTaskResultV2> {
  const isStarted = await Promise.race([started, calling.then(() => undefined)])
  if (!isStarted || isStarted.run.isSealed || isEnded(isStarted.run.state)) return calling
  const { run } = isStarted
  const createTask = async () => ({ resultType: 'task' as const, ...(await toTask(ctx, run, kind)) })
  // A call does not wait for a run of the long lane.
  if (run.isLong) return createTask()
  const isLate = await Promise.race([calling.then(() => false), sleep(TASK_AFTER_MS, true, { ref: false })])
  return isLate ? createTask() : calling
}

export function offerTasks(server: Server, ctx: Context, form: ResultForm): void {
  server.setRequestHandler('tasks/get', { params: TaskParams }, ({ taskId }, context) => {
    requireTasks(context)
    return withTaskErrors(taskId, () => getTask(ctx, taskId, form))
  })
  // No run asks for input: a call does, before its run starts. Answers to no question are ignored.
  server.setRequestHandler('tasks/update', { params: TaskParams }, ({ taskId }, context) => {
    requireTasks(context)
    return withTaskErrors(taskId, async () => {
      requireScope(ctx, 'run')
      await findTaskRun(ctx, taskId)
      return {}
    })
  })
  server.setRequestHandler('tasks/cancel', { params: TaskParams }, ({ taskId }, context) => {
    requireTasks(context)
    return withTaskErrors(taskId, async () => {
      requireScope(ctx, 'run')
      await cancelRun(ctx, parseTaskId(taskId).runId)
      return {}
    })
  })
}

function requireTasks(context: ServerContext): void {
  if (acceptsTasks(context)) return
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION_ID_V2]: {} } },
  })
}

/** An unknown task is an invalid parameter (SEP-2663, Error handling). */
export function withTaskErrors<Result>(taskId: string, work: () => Promise<Result>): Promise<Result> {
  return withProtocolErrors(work, { codes: { NOT_FOUND: ProtocolErrorCode.InvalidParams }, data: { taskId } })
}

async function getTask(ctx: Context, taskId: string, form: ResultForm): Promise<DetailedTaskV2> {
  const { run, kind } = await findTaskRun(ctx, taskId)
  const task = await toTask(ctx, run, kind)
  if (task.status !== 'completed') return task as DetailedTaskV2
  return {
    ...task,
    status: 'completed',
    result: toResultForm(await taskResult(ctx, run, kind), form),
  } as DetailedTaskV2
}

/** Throws NOT_FOUND for a task that the caller may not see, and for one whose result was deleted. */
export async function findTaskRun(ctx: Context, taskId: string): Promise<{ run: RunView; kind: TaskKind }> {
  const { runId, kind } = parseTaskId(taskId)
  const run = await getRun(ctx, runId)
  if (run.purgedAtMs !== undefined) throw new AppError('NOT_FOUND', { message: 'The result was deleted.' })
  return { run, kind }
}

/** Returns what the call of an ended run would have returned. */
export async function taskResult(ctx: Context, run: RunView, kind: TaskKind) {
  return kind === 'output' ? skillToolResult(ctx, run) : protocolToolResult(ctx, run)
}

/** A run that failed is completed: its result tells the model why. */
async function toTask(ctx: Context, run: RunView, kind: TaskKind): Promise<TaskV2> {
  const { state, progressNote, createdAtMs, startedAtMs = createdAtMs, endedAtMs = startedAtMs } = run
  const days = await findRetentionDays(ctx)
  return {
    taskId: `${kind}:${run.id}`,
    status: state === 'cancelled' ? 'cancelled' : isEnded(state) ? 'completed' : 'working',
    ...(progressNote && { statusMessage: progressNote }),
    createdAt: new Date(createdAtMs).toISOString(),
    lastUpdatedAt: new Date(endedAtMs).toISOString(),
    ttlMs: days === null ? null : days * DAY_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
  }
}

function parseTaskId(taskId: string): { runId: string; kind: TaskKind } {
  const [, kind, runId] = /^(output|report):(.+)$/.exec(taskId) ?? []
  if (!runId) throw new AppError('NOT_FOUND', { message: 'This task does not exist.' })
  return { runId, kind: kind as TaskKind }
}
