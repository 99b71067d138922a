/** Steps 7 to 9 of a run (README, "One run"): perform it, judge the outcome, and record its end. */
import type { Context } from '../../context/context.ts'
import { inSpan } from '../../kernel/tracing/tracing.ts'
import { countEndedRun } from '../../monitoring/metrics/registry.ts'
import { scheduleEvidenceCount } from '../finish/count-evidence.ts'
import { endPerformedRun } from '../finish/end-run.ts'
import { CANCELLED, judgeOutcome } from '../finish/judge-outcome.ts'
import { endWithFault } from '../finish/log-fault.ts'
import { scheduleFailureCheck } from '../finish/notify-failing-skill.ts'
import { redactEnd, redactLargeEnd } from '../finish/redact-end.ts'
import { type ChildRun, callSkillForTool } from '../perform/call-skill.ts'
import { executeInSandbox } from '../perform/execute-in-sandbox.ts'
import { performTool } from '../perform/perform-tool.ts'
import { abortLeasedRun, leaseRun } from '../queue/lease-run.ts'
import { acquireSlot } from '../queue/wait-for-slot.ts'
import { createCallContext } from '../resolve/create-run-context.ts'
import type { OpenedRun } from '../resolve/opened-run.ts'
import type { Runnable } from '../resolve/runnable.ts'
import type { RunEnd } from '../rows/runs.ts'
import type { RunView } from '../views/run-view.ts'
import { showRun } from '../views/show-run.ts'
import { openRun } from './open-run.ts'

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

/** Names follow the GenAI conventions of OpenTelemetry. */
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

function runtimeOf({ tool, skill }: Runnable): string {
  return tool ? 'tool' : (skill.runtime ?? 'javascript')
}

async function performToEnd(ctx: RunServices, opened: OpenedRun): Promise<RunView> {
  const { row, runnable, config } = opened
  const lease = leaseRun(ctx.db, row)
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
    return showRun(ended, { forPublisher: runnable.isPublisherMember, hasContent: true })
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
  const { outcome, outputBlobs, callFailures } = await executeInSandbox(ctx, calling, signal)
  const { organisation, skillSetId } = opened.runnable
  const judged = await judgeOutcome(outcome, {
    ...{ mode, contract: opened.contract, owner: organisation.id },
    ...{ callFailures, isOwnCode: skillSetId === null },
  })
  return { ...judged, outputBlobs }
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
