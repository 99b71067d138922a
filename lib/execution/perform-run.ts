/**
 * From a recorded run to its recorded end: wait in line, run in the box, judge, redact, write.
 *
 * Floor 3. Whatever happens ends the run and is in its row, since nobody may be waiting any more.
 */
import type { Context } from '../context.ts'
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { findRun } from '../db/run-history.ts'
import { type RunEnd, startChildRun } from '../db/runs.ts'
import {
  JAVASCRIPT_LIMITS,
  type LogLine,
  type Outcome,
  PYTHON_LIMITS,
  type SandboxJob,
  type SandboxLimits,
} from '../sandbox/sandbox.ts'
import { awaitTurn } from './await-turn.ts'
import { boxSecrets } from './box-secrets.ts'
import { callForTool } from './call-skill.ts'
import { countEvidence } from './count-evidence.ts'
import { endRun } from './end-run.ts'
import { faultOf } from './fault-of.ts'
import { holdRun, leaseFromNow } from './held-runs.ts'
import { CANCELLED, judge } from './judge.ts'
import { mountsOf } from './mount-skills.ts'
import type { OpenedRun } from './open-run.ts'
import { performTool, type ToolPort } from './perform-tool.ts'
import { redactEnd } from './redact-end.ts'
import { announceRun } from './run-announcements.ts'
import { openRunCalls } from './run-calls.ts'
import { reportRun } from './run-report.ts'
import type { RunView } from './run-view.ts'
import { showRun } from './show-run.ts'

type Performer = Pick<Context, 'db' | 'sandbox'>

/**
 * Performs an opened run and resolves with how it ended. Rejects only when the end cannot be written; the run
 * then loses its lease, and the sweep ends it.
 */
export async function performRun(ctx: Performer, opened: OpenedRun): Promise<RunView> {
  const { row, runnable, config } = opened
  const held = holdRun(ctx.db, row.id)
  try {
    const withoutSecrets = (end: RunEnd) => redactEnd(end, config.secrets)
    let hasPlace = false
    const placed = () => {
      hasPlace = true
    }
    const end = await untilEnd(ctx, opened, held.signal, placed)
      .then(withoutSecrets)
      .catch((thrown) => withoutSecrets(faultOf(thrown, row.id, config.secrets)))
    // What never got a place ends only as long as it waits: it was ended meanwhile, and then that end stands, or another
    // process has taken it.
    const ended =
      (await endRun(ctx.db, row, end, hasPlace ? undefined : 'queued')) ??
      (await findRun(ctx.db, row.id)) ??
      row
    if (runnable.mode === 'production') countEvidence(ctx.db, runnable.name)
    return showRun(ended, { forPublisher: runnable.isPublisher })
  } finally {
    held.letGo()
  }
}

/** How the run ends; its secrets are still in it. `placed` is told when it has its place. */
async function untilEnd(
  ctx: Performer,
  opened: OpenedRun,
  signal: AbortSignal,
  placed: () => void,
): Promise<RunEnd> {
  const { row, runnable, contract, config } = opened
  const isOn = await takePlace(ctx, opened, signal)
  if (isOn) placed()
  if (!isOn || signal.aborted) return { state: 'cancelled', error: CANCELLED }

  const perform = (child: OpenedRun) => performRun(ctx, child)
  const { tool } = runnable
  if (tool) {
    const runSkill: ToolPort['runSkill'] = (called, until) =>
      callForTool(ctx, { parent: opened, perform, ...until }, called)
    return performTool(ctx, opened, tool, { signal, runSkill })
  }
  const report = reportRun(ctx.db, row, config.secrets)
  const job = jobOf(opened)
  if (job.runtime === 'python') job.mounts = await mountsOf(ctx, opened)
  const deadlineMs = Date.now() + job.limits.wallMs
  const calls = openRunCalls(ctx, opened, { deadlineMs, perform })
  const outcome = await ctx.sandbox
    .execute(job, { signal, onEvent: report.onEvent, onCall: calls.onCall })
    .finally(() => report.stop())
  if (outcome.kind === 'threw' && row.skillSetId === null) outcome.logs.push(tracebackOf(outcome))
  return { ...judge(outcome, { mode: runnable.mode, contract }), outputBlobs: calls.outputBlobs }
}

/**
 * False when it was ended while it waited. Nobody can have seen a run wait that gets its place as soon as it is
 * recorded, so nobody is told that it moved.
 */
async function takePlace({ db }: Performer, opened: OpenedRun, signal: AbortSignal): Promise<boolean> {
  const { row, parent, isReopened, hasPlace } = opened
  if (hasPlace) return true
  if (parent) return startChildRun(db, row.id, leaseFromNow())
  const turn = await awaitTurn(db, row, signal)
  if (turn === 'never') return false
  if (turn === 'later' || isReopened)
    announceRun(db, { runId: row.id, organisationId: row.organisationId, what: 'moved' }).catch(() => {})
  return true
}

function jobOf(opened: OpenedRun): SandboxJob {
  const { row, runnable, parameters, config, timeZone, dryRun = false, timeoutMs } = opened
  const { skill, organisation, publisher } = runnable
  const runtime = skill.runtime ?? 'javascript'
  const limits = limitsOf(runtime, skill.limits, timeoutMs)
  return {
    runId: row.id,
    publisher,
    organisation: organisation.id,
    isUnreviewed: runnable.isUnreviewed,
    depth: depthOf(opened),
    ...(opened.entrypoint && { entrypoint: opened.entrypoint }),
    runtime,
    // `openRun` lets nothing through that has no code.
    definition: skill.definition ?? '',
    parameters,
    config: config.config,
    context: {
      runId: row.id,
      organizationId: organisation.id,
      organizationName: organisation.name,
      timezone: timeZone,
      skill: runnable.name,
      version: runnable.versionNumber,
      dryRun,
      deadline: Date.now() + limits.wallMs,
    },
    limits,
    network: runnable.document.permissions?.network ?? [],
    hasSecrets: config.secrets.length > 0,
    secrets: boxSecrets(config.secrets, runnable.document.permissions),
  }
}

/** Whoever sent the code reads in its log where it broke. */
function tracebackOf({ error, durationMs }: Extract<Outcome, { kind: 'threw' }>): LogLine {
  return { level: 'error', text: error.stack, atMs: durationMs }
}

/** How many runs are above it, each waiting for the next. */
function depthOf({ parent }: OpenedRun): number {
  return parent ? depthOf(parent) + 1 : 0
}

/** A publisher may ask for less than Guildhall gives, and a caller for less than that; never for more. */
function limitsOf(
  runtime: SandboxJob['runtime'],
  asked: SkillDocument['limits'] = {},
  callersMs = Number.POSITIVE_INFINITY,
): SandboxLimits {
  const most = runtime === 'python' ? PYTHON_LIMITS : JAVASCRIPT_LIMITS
  const { wallMs, memoryMb } = most
  return {
    ...most,
    wallMs: Math.min(wallMs, asked.timeoutMs ?? wallMs, callersMs),
    memoryMb: Math.min(memoryMb, asked.memoryMb ?? memoryMb),
  }
}
