/**
 * The pipeline of a run, the same for every channel: docs/architecture.md, "A person presses Run".
 *
 * `startRun` resolves what was requested. `recordRun` checks and prices it, then records it. `performRun` waits for a
 * slot, performs it, judges the outcome and writes the end. A call that is refused before it is recorded
 * (docs/spec/contracts.md §2) ran nothing and leaves no run; every later failure is stated in the run.
 */

import { requireNameWithinKey } from '../../auth/name-within-key.ts'
import { countBehaviour } from '../../behaviour/count-behaviour.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import type { Json } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { formatSkillName, parseSkillName } from '../../kernel/names/skill-name.ts'
import { inSpan } from '../../kernel/tracing/tracing.ts'
import { countEndedRun } from '../../monitoring/metrics/registry.ts'
import { findCurrentSkillName } from '../../publishing/rows/former-names.ts'
import { endPerformedRun, redactEnd, redactLargeEnd } from '../finish/end-run.ts'
import { CANCELLED, endWithFault, judgeOutcome } from '../finish/judge-outcome.ts'
import { listSentSecrets } from '../finish/sent-secrets.ts'
import { scheduleEvidenceCount, scheduleFailureCheck } from '../finish/skill-health.ts'
import { type ChildRun, callSkillForTool } from '../perform/call-skill.ts'
import { executeInSandbox, RunTaken } from '../perform/execute-in-sandbox.ts'
import { performTool } from '../perform/perform-tool.ts'
import { findRepeatedRun } from '../prepare/idempotency.ts'
import { describePurchase, findPurchaseRun } from '../prepare/purchase.ts'
import { requireContract } from '../prepare/require-contract.ts'
import { abortLeasedRun, leaseRun, renewHeldLeases } from '../queue/lease-run.ts'
import { waitForEnd } from '../queue/run-notifications.ts'
import { acquireSlot } from '../queue/slots.ts'
import { openReplayRecorder, type ReplayRecorder } from '../replay/keep-recording.ts'
import { createCallContext } from '../resolve/create-run-context.ts'
import { type RunnableTool, requireToolVersion, resolveSkill, resolveTool } from '../resolve/resolve-skill.ts'
import type { RecordedRun, RunOptions } from '../resolve/runnable.ts'
import type { RunEnd, RunRow } from '../rows/runs.ts'
import type { RunView } from '../views/run-view.ts'
import { showRun } from '../views/show-run.ts'
import { type RecordResult, recordRun, unsealFor } from './record-run.ts'

export type RunRequest = {
  /** `name` is publisher.skillset.skill; without `version`, the installed version is used, else the latest. */
  skill: { name: unknown; version?: string }
  /** The contract hash that the caller knows; a different one is a CONFLICT with the differences. */
  contractHash?: string
} & Omit<RunOptions, 'submissionId' | 'exampleIndex' | 'version'>

export type StartedRun = {
  run: RunView
  /** Resolves with the ended run, failed or not. */
  ended: Promise<RunView>
  /** True if `run` belongs to an earlier call with the same idempotency key. */
  isRepeated: boolean
}

type RunServices = Pick<Context, 'db' | 'sandbox'>

/**
 * Returns as soon as the run is recorded; the run goes on in this process, or in a worker if it is deferred.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED (taken down, or outside of the key), CONFLICT (another contract, or
 * a used idempotency key), and what `recordRun` throws; then nothing ran.
 */
export async function startRun(ctx: Context, request: RunRequest): Promise<StartedRun> {
  const { skill, contractHash, ...rest } = request
  const options = { ...rest, version: skill.version }
  const tool = await resolveTool(ctx, { name: skill.name })
  // A repeated call returns its run before any other check: it was permitted and valid the first time.
  const earlier = await findEarlierRun(ctx, tool, skill.name, options)
  if (earlier) return followRun(ctx, earlier)

  const runnable = await inSpan('resolve', {}, async () =>
    tool ? requireToolVersion(tool, skill.version) : resolveSkill(ctx, skill),
  )
  const bought = await findPurchaseRun(ctx.db, runnable)
  if (bought) return followRun(ctx, bought)
  if (contractHash !== undefined) await requireContract(ctx, runnable, contractHash)
  return performInBackground(ctx, await recordRun(ctx, runnable, options, unsealFor(ctx, runnable)))
}

/** Returns the run of an earlier call with the same idempotency key, or null. Throws as `startRun`. */
async function findEarlierRun(
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
    findRepeatedRun(ctx, await findCurrentSkillName(ctx.db, within), options)
  )
}

/** Performs a recorded run in the background: here, or in a worker if it is deferred. */
export function performInBackground(ctx: Context, recorded: RecordResult): StartedRun {
  const { row, isRepeated, runnable } = recorded
  if (isRepeated) return followRun(ctx, row)
  const isDeferred = row.leaseUntil === null
  const ended = isDeferred ? waitForEnd(ctx.db, row).then((last) => showRun(last)) : performRun(ctx, recorded)
  // The caller may not await it; if its end cannot be written, the sweep ends it.
  ended.catch(() => {})
  return {
    run: showRun(row, { forPublisher: runnable.isPublisherMember, hasContent: true }),
    ended,
    isRepeated,
  }
}

/** Returns the run of an earlier call, which may be performed elsewhere. */
export function followRun(ctx: Context, row: RunRow): StartedRun {
  const ended = waitForEnd(ctx.db, row).then((last) => showRun(last))
  ended.catch(() => {})
  return { run: showRun(row), ended, isRepeated: true }
}

/**
 * Performs a recorded run in this process, and resolves with the ended run, failed or not.
 *
 * Rejects only if the end cannot be written: the run then loses its lease, and the sweep ends it.
 */
export function performRun(ctx: RunServices, recorded: RecordedRun): Promise<RunView> {
  return inSpan(
    `execute_tool ${recorded.runnable.name}`,
    { attributes: toSpanAttributes(recorded) },
    async (span) => {
      const ended = await performUnderLease(ctx, recorded)
      span.set({ 'guildhall.run.state': ended.state })
      if (ended.error) span.fail(ended.error.code)
      return ended
    },
  )
}

async function performUnderLease(ctx: RunServices, recorded: RecordedRun): Promise<RunView> {
  const { row, runnable, config } = recorded
  const { signal, release } = leaseRun(ctx.db, row)
  const replays: { recorder?: ReplayRecorder | null } = {}
  let hasSlot = recorded.handover === 'begun'
  const perform = async (): Promise<RunEnd> => {
    // The sandbox performs it already, and has to be told if the run was cancelled in the meantime.
    if (hasSlot) await renewHeldLeases(ctx.db)
    else {
      hasSlot = await inSpan('wait for slot', {}, () => acquireSlot(ctx.db, recorded, signal))
      if (!hasSlot || signal.aborted) return { state: 'cancelled', error: CANCELLED }
    }
    replays.recorder = openReplayRecorder(ctx.db, recorded)
    return executeAndJudge(ctx, replays.recorder?.recorded ?? recorded, signal)
  }
  try {
    const end = await perform()
      .then((reached) => redactLargeEnd(reached, config.secrets, runnable.organisation.id))
      .catch((thrown) =>
        thrown instanceof RunTaken
          ? undefined
          : redactEnd(endWithFault(thrown, row.id, config.secrets), config.secrets),
      )
    if (!end) {
      release()
      return showRun(await waitForEnd(ctx.db, row))
    }
    const writeEnd = () => endPerformedRun(ctx.db, row, end, { isAborted: signal.aborted, hasSlot })
    const ended = await (row.priceMicros > 0n ? inSpan('settle', {}, writeEnd) : writeEnd())
    countEndedRun(ended, runtimeOf(recorded))
    if (runnable.mode === 'production') scheduleEvidenceCount(ctx.db, runnable.name)
    scheduleFailureCheck(ctx.db, ended)
    void replays.recorder?.store()
    return showRun(ended, { forPublisher: runnable.isPublisherMember, hasContent: true })
  } finally {
    release()
  }
}

/** Returns the end of the run, still with its secrets. */
async function executeAndJudge(
  ctx: RunServices,
  recorded: RecordedRun,
  signal: AbortSignal,
): Promise<RunEnd> {
  const { tool, skill, mode, organisation, skillSetId, versionId } = recorded.runnable
  const calling = { parent: recorded, runChild: (child: ChildRun) => runChild(ctx, recorded, child) }
  if (skill.kind === 'instruction') return { state: 'succeeded', output: describePurchase(recorded.runnable) }
  if (tool)
    return performTool(recorded, tool, {
      signal,
      runSkill: (called, until) => callSkillForTool({ ...calling, ...until }, called),
    })
  const executed = await executeInSandbox(ctx, calling, signal)
  const { outcome, partIssues, reported, behaviour, outputBlobs, callFailures } = executed
  recorded.onObserved?.(behaviour)
  if (mode === 'production' && versionId !== null) {
    const organisationId = organisation.id
    const { isPublisherOrganisation } = recorded.runnable
    countBehaviour(ctx.db, { versionId, profile: behaviour, organisationId, isPublisherOrganisation })
  }
  const judged = await judgeOutcome(outcome, {
    ...{ mode, contract: recorded.contract, owner: organisation.id },
    ...{ callFailures, partIssues, isOwnCode: skillSetId === null },
  })
  const items = recorded.row.itemMicros === null ? undefined : countItems(recorded, judged.output)
  const sentSecrets = listSentSecrets(recorded, outcome.requests)
  return {
    ...{ ...judged, ...reported, outputBlobs },
    ...(sentSecrets.length > 0 && { sentSecrets }),
    ...(items !== undefined && { items }),
  }
}

/** Returns how many items of a delivered output are paid. A list that the contract does not require may be missing. */
function countItems({ runnable: { skill } }: RecordedRun, output: Json = null): number {
  const list = valueAt(output, skill.pricing?.perItem?.list ?? '')
  return Array.isArray(list) ? list.length : 0
}

/** Performs a run that `parent` calls, and stops it when its parent ends. Throws what `recordRun` throws. */
async function runChild(ctx: RunServices, parent: RecordedRun, child: ChildRun): Promise<RunView> {
  const { runnable, args, inputBlobs, deadlineMs, runEnded, callNumber, unseal } = child
  const { timeZone, dryRun } = parent
  const timeoutMs = Math.max(1, deadlineMs - Date.now())
  const conversationId = parent.row.conversationId ?? undefined
  const options = { args, timeZone, conversationId, dryRun, timeoutMs, inputBlobs, parent, callNumber }
  const recorded = await recordRun(createCallContext(parent), runnable, options, unseal)
  const stop = () => abortLeasedRun(recorded.row.id)
  runEnded.addEventListener('abort', stop)
  const ended = performRun(ctx, recorded)
  if (runEnded.aborted) stop()
  return ended.finally(() => runEnded.removeEventListener('abort', stop))
}

/** Names follow the GenAI conventions of OpenTelemetry. */
function toSpanAttributes(recorded: RecordedRun) {
  const { row, runnable } = recorded
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.name': runnable.name,
    'gen_ai.tool.call.id': row.id,
    'guildhall.skill.version': runnable.versionNumber,
    'guildhall.run.channel': row.channel,
    'guildhall.run.runtime': runtimeOf(recorded),
  }
}

function runtimeOf({ runnable: { tool, skill } }: RecordedRun): string {
  return tool ? 'tool' : (skill.runtime ?? 'javascript')
}

/** Returns the ended run; a run of the long lane as recorded, because it may take minutes. */
export async function waitUnlessLong({ run, ended }: StartedRun): Promise<RunView> {
  return run.isLong ? run : ended
}

/** Returns the ended run, failed or not. Throws as `startRun`. */
export async function runToEnd(ctx: Context, request: RunRequest): Promise<RunView> {
  return (await startRun(ctx, request)).ended
}

/** Returns the ended run if it ends within 400 ms, as most do: the browser then needs no second connection. */
export function waitBriefly(started: StartedRun): Promise<RunView> {
  return waitAtMost(400, started)
}

/**
 * Returns the ended run or, once a connection should not stay open longer, the run as recorded. The wait exceeds what
 * any skill may take; a client polls for a run that was queued longer.
 */
export function waitForConnection(started: StartedRun): Promise<RunView> {
  return waitAtMost(45_000, started)
}

async function waitAtMost(ms: number, { run, ended }: Pick<StartedRun, 'run' | 'ended'>): Promise<RunView> {
  // The output of a sealed run is only in this reply.
  if (run.isSealed) return ended
  if (run.isLong) return run
  const { promise, resolve } = Promise.withResolvers<RunView>()
  const timer = setTimeout(() => resolve(run), ms)
  return Promise.race([ended, promise]).finally(() => clearTimeout(timer))
}
