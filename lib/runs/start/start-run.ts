/**
 * One run, step by step, the same for every channel; README, "One run", names the files of each step.
 *
 * `startRun` resolves what was requested, `openRun` checks, prices and records it, `performRun` brings it to its end. A
 * call refused before it is recorded (docs/spec/contracts.md §2) never ran and leaves no run; every later failure is
 * stated in the run, since its caller may no longer be waiting.
 */
import type { UnsealedConfig } from '../../config/unseal-config.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { requireNameWithinKey } from '../../context/name-within-key.ts'
import { currentSkillName } from '../../db/catalog/former-names.ts'
import type { RunEnd, RunRow } from '../../db/runs/runs.ts'
import { countEndedRun } from '../../metrics/registry.ts'
import { formatSkillName, parseSkillName } from '../../name-rules/skill-name.ts'
import { inSpan } from '../../tracing/tracing.ts'
import { scheduleEvidenceCount } from '../finish/count-evidence.ts'
import { endPerformedRun } from '../finish/end-run.ts'
import { CANCELLED, judgeOutcome } from '../finish/judge-outcome.ts'
import { endWithFault } from '../finish/log-fault.ts'
import { scheduleFailureCheck } from '../finish/notify-failing-skill.ts'
import { redactEnd, redactLargeEnd } from '../finish/redact-end.ts'
import { type ChildRun, callSkillForTool } from '../perform/call-skill.ts'
import { executeInSandbox } from '../perform/execute-in-sandbox.ts'
import { performTool } from '../perform/perform-tool.ts'
import { findRepeatedRun, keyedCallOf } from '../prepare/idempotency.ts'
import { mayStartUnflushed, recordRun, toNewRun } from '../prepare/record-run.ts'
import { requireContract } from '../prepare/require-contract.ts'
import { abortLeasedRun, leaseRun } from '../queue/lease-run.ts'
import { acquireSlot } from '../queue/wait-for-slot.ts'
import { waitForEnd } from '../queue/wake-ups.ts'
import { createCallContext } from '../resolve/create-run-context.ts'
import type { OpenedRun, RunOptions } from '../resolve/opened-run.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { type RunnableTool, requireToolVersion, resolveTool } from '../resolve/resolve-tool.ts'
import type { Runnable } from '../resolve/runnable.ts'
import type { RunView } from '../views/run-view.ts'
import { showRun } from '../views/show-run.ts'
import { checkRun, unsealFor } from './check-run.ts'

export type RunRequest = {
  /** `name` is publisher.skillset.skill; without `version`: the installed version, else the latest. */
  skill: { name: unknown; version?: string }
  /** The contract hash that the caller knows; a different one is a CONFLICT with the differences. */
  contractHash?: string
} & Omit<RunOptions, 'submissionId' | 'exampleIndex' | 'version'>

export type StartedRun = {
  run: RunView
  ended: Promise<RunView>
  isRepeated: boolean
}

/**
 * Returns as soon as the run is recorded; the run goes on in this process.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED (taken down), CONFLICT (another contract, or a used idempotency
 * key), and what `openRun` throws; then nothing ran.
 */
export async function startRun(ctx: Context, request: RunRequest): Promise<StartedRun> {
  const { skill, contractHash, ...rest } = request
  const options = { ...rest, version: skill.version }
  const tool = await resolveTool(ctx, { name: skill.name })
  // A repeated call returns its run before any other check: it was permitted and valid the first time.
  const earlier = await findEarlierRequest(ctx, tool, skill.name, options)
  if (earlier) return followRun(ctx, earlier)

  const runnable = await inSpan('resolve', {}, async () =>
    tool ? requireToolVersion(tool, skill.version) : resolveSkill(ctx, skill),
  )
  if (contractHash !== undefined) await requireContract(ctx, runnable, contractHash)
  return performInBackground(ctx, await openRun(ctx, runnable, options, unsealFor(ctx, runnable)))
}

/** `isRepeated`: `row` is the run of an earlier call with the same idempotency key; nothing was recorded. */
export type RecordedRun = OpenedRun & { isRepeated: boolean }

/**
 * Performs every check that may refuse a run, then records it. `unseal` is called once the run is known to be possible.
 *
 * Throws TOOL_NOT_AVAILABLE, PRECONDITION_FAILED (server version, missing config, unsupported dry run of a paid skill,
 * unreadable draft schema), INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues, RATE_LIMIT_EXCEEDED if the queue
 * is full, PAYMENT_REQUIRED if the balance or a cap is too low, and CONFLICT for a key used for another call.
 */
export function openRun(
  caller: Context,
  runnable: Runnable,
  options: RunOptions,
  unseal: () => Promise<UnsealedConfig>,
): Promise<RecordedRun> {
  return inSpan('prepare', {}, () => prepareAndRecord(caller, runnable, options, unseal))
}

async function prepareAndRecord(
  caller: Context,
  runnable: Runnable,
  options: RunOptions,
  unseal: () => Promise<UnsealedConfig>,
): Promise<RecordedRun> {
  const checked = await checkRun(caller, runnable, options, unseal)
  const { owner, acting, ...rest } = checked
  const { contract, config, inputBlobs, input } = rest
  const run = await toNewRun(acting, owner, { runnable, options, ...rest })
  const call = keyedCallOf(runnable, options)
  const isFlushed = !mayStartUnflushed(runnable)
  const attributes = { 'guildhall.hold_micros': Number(run.holdMicros) }
  const recorded = await inSpan('record', { attributes }, () => recordRun(acting, { run, call, isFlushed }))

  const { timeoutMs, parent, planStep } = options
  const { timeZone } = run
  const { value: parameters, dryRun } = input
  return {
    ...{
      acting,
      runnable,
      contract,
      parameters,
      config,
      inputBlobs,
      dryRun,
      timeoutMs,
      parent,
      planStep,
      timeZone,
    },
    ...recorded,
  }
}

type RunServices = Pick<Context, 'db' | 'sandbox'>

/**
 * Resolves with the ended run. Rejects only if the end cannot be written; the run then loses its lease and the sweep
 * ends it.
 */
export function performRun(ctx: RunServices, opened: OpenedRun): Promise<RunView> {
  return inSpan(
    `execute_tool ${opened.runnable.name}`,
    { attributes: spanAttributesOf(opened) },
    async (span) => {
      const ended = await performToEnd(ctx, opened)
      span.set({ 'guildhall.run.state': ended.state })
      if (ended.error) span.fail(ended.error.code)
      return ended
    },
  )
}

/** Names of the GenAI conventions of OpenTelemetry. */
function spanAttributesOf({ row, runnable }: OpenedRun) {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.name': runnable.name,
    'gen_ai.tool.call.id': row.id,
    'guildhall.skill.version': runnable.versionNumber,
    'guildhall.run.channel': row.channel,
    'guildhall.run.runtime': runtimeOf(runnable),
  }
}

/** "tool" for built-in tools. */
function runtimeOf({ tool, skill }: Runnable): string {
  return tool ? 'tool' : (skill.runtime ?? 'javascript')
}

async function performToEnd(ctx: RunServices, opened: OpenedRun): Promise<RunView> {
  const { row, runnable, config } = opened
  const lease = leaseRun(ctx.db, row.id)
  try {
    const slot = { isAcquired: false }
    const withoutSecrets = (end: RunEnd) => redactEnd(end, config.secrets)
    const end = await executeAndJudge(ctx, opened, lease.signal, slot)
      .then((performed) => redactLargeEnd(performed, config.secrets, runnable.organisation.id))
      .catch((thrown) => withoutSecrets(endWithFault(thrown, row.id, config.secrets)))
    const isAborted = lease.signal.aborted
    const settle = () => endPerformedRun(ctx.db, row, end, { isAborted, hasSlot: slot.isAcquired })
    const ended = await (row.priceMicros > 0n ? inSpan('settle', {}, settle) : settle())
    countEndedRun(ended, runtimeOf(runnable))
    if (runnable.mode === 'production') scheduleEvidenceCount(ctx.db, runnable.name)
    scheduleFailureCheck(ctx.db, ended)
    return showRun(ended, { forPublisher: runnable.isPublisher, hasContent: true })
  } finally {
    lease.release()
  }
}

/** Returns the end of the run, still with its secrets. */
async function executeAndJudge(
  ctx: RunServices,
  opened: OpenedRun,
  signal: AbortSignal,
  slot: { isAcquired: boolean },
): Promise<RunEnd> {
  const { tool, mode } = opened.runnable
  slot.isAcquired =
    opened.hasSlot || (await inSpan('wait for slot', {}, () => acquireSlot(ctx.db, opened, signal)))
  if (!slot.isAcquired || signal.aborted) return { state: 'cancelled', error: CANCELLED }
  const calling = { parent: opened, runChild: (child: ChildRun) => runChild(ctx, opened, child) }
  if (tool)
    return performTool(opened, tool, {
      signal,
      runSkill: (called, until) => callSkillForTool({ ...calling, ...until }, called),
    })
  const { outcome, outputBlobs } = await executeInSandbox(ctx, calling, signal)
  const owner = opened.runnable.organisation.id
  return { ...(await judgeOutcome(outcome, { mode, contract: opened.contract, owner })), outputBlobs }
}

/** Runs a child to its end, and stops it when its parent ends. Throws what `openRun` throws. */
async function runChild(ctx: RunServices, parent: OpenedRun, child: ChildRun): Promise<RunView> {
  const { runnable, args, inputBlobs, deadlineMs, over, unseal } = child
  const { timeZone, dryRun } = parent
  const timeoutMs = Math.max(1, deadlineMs - Date.now())
  const conversationId = parent.row.conversationId ?? undefined
  const options = { args, timeZone, conversationId, dryRun, timeoutMs, inputBlobs, parent }
  const opened = await openRun(createCallContext(parent), runnable, options, unseal)
  const stop = () => abortLeasedRun(opened.row.id)
  over.addEventListener('abort', stop)
  const ended = performRun(ctx, opened)
  if (over.aborted) stop()
  return ended.finally(() => over.removeEventListener('abort', stop))
}

/** Performs a recorded run in the background, here or in a worker, or follows the run of an earlier call. */
export function performInBackground(ctx: Context, opened: RecordedRun): StartedRun {
  const { row, isRepeated, runnable } = opened
  const isDeferred = row.leaseUntil === null
  if (isRepeated) return followRun(ctx, row)
  const ended = isDeferred ? waitForEnd(ctx.db, row).then((last) => showRun(last)) : performRun(ctx, opened)
  // The caller may not await it; if its end cannot be written, the sweep ends it.
  ended.catch(() => {})
  return { run: showRun(row, { forPublisher: runnable.isPublisher, hasContent: true }), ended, isRepeated }
}

/** Returns the run of an earlier call, which may be performed elsewhere. */
export function followRun(ctx: Context, row: RunRow): StartedRun {
  const ended = waitForEnd(ctx.db, row).then((last) => showRun(last))
  ended.catch(() => {})
  return { run: showRun(row), ended, isRepeated: true }
}

/** Throws POLICY_DENIED if the caller's key may not call the skill. */
async function findEarlierRequest(
  ctx: Context,
  tool: RunnableTool | null,
  name: unknown,
  options: RunOptions,
): Promise<RunRow | null> {
  if (options.idempotencyKey === undefined) return null
  requireViewer(ctx)
  if (tool) return findRepeatedRun(ctx, tool.name, options)
  const skillName = parseSkillName(name)
  if (!skillName) return null
  const within = await requireNameWithinKey(ctx, formatSkillName(skillName))
  // Calls are recorded under the current name.
  return (
    (await findRepeatedRun(ctx, within, options)) ??
    findRepeatedRun(ctx, await currentSkillName(ctx.db, within), options)
  )
}

export async function runToEnd(ctx: Context, request: RunRequest): Promise<RunView> {
  return (await startRun(ctx, request)).ended
}

/** Returns the ended run if it ends soon, as most do: the browser then needs no second connection. */
export function waitBriefly(started: StartedRun): Promise<RunView> {
  return waitAtMost(400, started)
}

/**
 * Returns the ended run; otherwise, once a connection should not stay open longer, the run as recorded. Longer than any
 * skill may take; a client polls for a run that was queued longer.
 */
export function waitForConnection(started: StartedRun): Promise<RunView> {
  return waitAtMost(45_000, started)
}

async function waitAtMost(ms: number, { run, ended }: Pick<StartedRun, 'run' | 'ended'>): Promise<RunView> {
  // Its output is only in this reply.
  if (run.isSealed) return ended
  const { promise, resolve } = Promise.withResolvers<RunView>()
  const timer = setTimeout(() => resolve(run), ms)
  return Promise.race([ended, promise]).finally(() => clearTimeout(timer))
}
