/**
 * One run, step by step, the same for every channel; README, "One run", names the files of each step.
 *
 * `startRun` resolves what was requested, `openRun` checks, prices and records it, `performRun` brings it to its end. A
 * call refused before it is recorded (docs/spec/contracts.md §2) never ran and leaves no run; every later failure is
 * stated in the run.
 */

import { requireNameWithinKey } from '../../auth/name-within-key.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { formatSkillName, parseSkillName } from '../../kernel/names/skill-name.ts'
import { inSpan } from '../../kernel/tracing/tracing.ts'
import { currentSkillName } from '../../publishing/rows/former-names.ts'
import { findRepeatedRun } from '../prepare/idempotency.ts'
import { requireContract } from '../prepare/require-contract.ts'
import { waitForEnd } from '../queue/wake-ups.ts'
import type { RunOptions } from '../resolve/opened-run.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { type RunnableTool, requireToolVersion, resolveTool } from '../resolve/resolve-tool.ts'
import type { RunRow } from '../rows/runs.ts'
import type { RunView } from '../views/run-view.ts'
import { showRun } from '../views/show-run.ts'
import { openRun, type RecordedRun, unsealFor } from './open-run.ts'
import { performRun } from './perform-run.ts'

export type RunRequest = {
  /** `name` is publisher.skillset.skill; without `version`, the installed version is used, else the latest. */
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

/** Performs a recorded run in the background, here or in a worker, or follows the run of an earlier call. */
export function performInBackground(ctx: Context, opened: RecordedRun): StartedRun {
  const { row, isRepeated, runnable } = opened
  const isDeferred = row.leaseUntil === null
  if (isRepeated) return followRun(ctx, row)
  const ended = isDeferred ? waitForEnd(ctx.db, row).then((last) => showRun(last)) : performRun(ctx, opened)
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

/** Returns the ended run, failed or not. Throws as `startRun`. */
export async function runToEnd(ctx: Context, request: RunRequest): Promise<RunView> {
  return (await startRun(ctx, request)).ended
}

/** Returns the ended run if it ends soon, as most do: the browser then needs no second connection. */
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
  const { promise, resolve } = Promise.withResolvers<RunView>()
  const timer = setTimeout(() => resolve(run), ms)
  return Promise.race([ended, promise]).finally(() => clearTimeout(timer))
}
