/**
 * One call of one published skill. The form, the CLI and every later door come through here.
 *
 * Floor 3; nothing about HTTP, and no rule that only one door has.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_CONFIG, unsealConfig } from '../config/unseal-config.ts'
import { type Context, requireSkillSet, requireViewer } from '../context.ts'
import { formatSkillName, parseSkillName } from '../contract/market/skill-name.ts'
import type { RunRow } from '../db/runs.ts'
import { awaitEnd } from './await-end.ts'
import { findRepeated, requestHashOf, requireIdempotencyKey } from './idempotency.ts'
import { type OpenedRun, openRunOnce, type RepeatedRun, type RunOptions } from './open-run.ts'
import { performRun } from './perform-run.ts'
import { requireContract } from './require-contract.ts'
import { resolveSkill } from './resolve-skill.ts'
import { resolveTool } from './resolve-tool.ts'
import type { RunView } from './run-view.ts'
import { showRun } from './show-run.ts'

export type RunRequest = {
  /** `name` is publisher.skillset.skill; without `version`: what is installed, else the latest. */
  skill: { name: unknown; version?: string }
  /** The contract the caller knows; another one is a CONFLICT that says what differs. */
  contractHash?: string
} & Omit<RunOptions, 'submissionId' | 'exampleIndex' | 'version'>

export type StartedRun = {
  /** As it was recorded: queued. */
  run: RunView
  /** Resolves with its end, whatever that is. */
  ended: Promise<RunView>
  /** It is the run of an earlier call with the same idempotency key. */
  isRepeated: boolean
}

/**
 * Starts a run and answers as soon as it is recorded; the run goes on in this process.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED (taken down), TOOL_NOT_AVAILABLE, PRECONDITION_FAILED (config
 * is missing), CONFLICT (another contract than demanded, or a used idempotency key), PAYMENT_REQUIRED, INVALID_INPUT or MISSING_REQUIRED_PARAM: then nothing ran. What happens later is in the run.
 */
export async function startRun(ctx: Context, request: RunRequest): Promise<StartedRun> {
  const { skill, contractHash, ...rest } = request
  const options = { ...rest, version: skill.version }
  const repeated = await findEarlier(ctx, skill.name, options)
  if (repeated) return setOff(ctx, { repeated })
  const tool = resolveTool(ctx, skill)
  if (tool) {
    await requireContract(ctx, tool, contractHash)
    return setOff(ctx, await openRunOnce(ctx, tool, options, async () => NO_CONFIG))
  }
  const runnable = await resolveSkill(ctx, skill)
  await requireContract(ctx, runnable, contractHash)
  const opened = await openRunOnce(ctx, runnable, options, () =>
    unsealConfig(ctx.db, runnable.organisation, runnable),
  )
  return setOff(ctx, opened)
}

/** A repeated call is answered before anything is asked again: what was allowed and valid then has its run. */
async function findEarlier(ctx: Context, name: unknown, options: RunOptions): Promise<RunRow | null> {
  if (options.idempotencyKey === undefined) return null
  requireViewer(ctx)
  const skillName = calledName(ctx, name)
  return skillName === null ? null : findEarlierCall(ctx, skillName, options)
}

/** The run of an earlier call with the same key; null when there was none. Throws CONFLICT, INVALID_INPUT for what is no key. */
export async function findEarlierCall(
  ctx: Context,
  skillName: string,
  options: RunOptions,
): Promise<RunRow | null> {
  if (options.idempotencyKey === undefined) return null
  const { organisationId } = requireViewer(ctx)
  const key = requireIdempotencyKey(options.idempotencyKey)
  return findRepeated(ctx.db, { organisationId, skillName, key }, requestHashOf(options))
}

/** Null for what is no name. Throws POLICY_DENIED for what the caller's key may not call. */
function calledName(ctx: Context, name: unknown): string | null {
  const tool = resolveTool(ctx, { name })
  if (tool) return tool.name
  const wanted = parseSkillName(name)
  if (wanted) requireSkillSet(ctx, `${wanted.publisher}.${wanted.skillSet}`)
  return wanted && formatSkillName(wanted)
}

/** The same, waiting for the end. */
export async function runToEnd(ctx: Context, request: RunRequest): Promise<RunView> {
  return (await startRun(ctx, request)).ended
}

// Most skills are done sooner; a browser then needs no second connection to hear of it.
const SOON_MS = 400

/** The run as it ended, if that is soon; else as it was recorded. */
export function answerSoon({ run, ended }: StartedRun): Promise<RunView> {
  return within(SOON_MS, { run, ended })
}

// Longer than any skill may take; what waits in line longer is asked for again.
const IN_TIME_MS = 45_000

/** The run as it ended; as it was recorded when that takes longer than a connection should be kept. */
export function answerInTime({ run, ended }: StartedRun): Promise<RunView> {
  return within(IN_TIME_MS, { run, ended })
}

async function within(ms: number, { run, ended }: Pick<StartedRun, 'run' | 'ended'>): Promise<RunView> {
  const waiting = new AbortController()
  try {
    return await Promise.race([ended, sleep(ms, run, { signal: waiting.signal })])
  } finally {
    waiting.abort()
  }
}

/** Lets an opened run go on by itself. */
export function setOff(ctx: Context, opened: OpenedRun | RepeatedRun): StartedRun {
  if ('repeated' in opened) {
    const ended = awaitEnd(ctx.db, opened.repeated).then((row) => showRun(row))
    ended.catch(() => {})
    return { run: showRun(opened.repeated), ended, isRepeated: true }
  }
  // Put off: a worker performs it.
  const isDeferred = opened.row.leaseUntil === null
  const ended = isDeferred
    ? awaitEnd(ctx.db, opened.row).then((row) => showRun(row))
    : performRun(ctx, opened)
  // Nobody has to wait for it; if its end cannot be written the sweep ends it.
  ended.catch(() => {})
  return { run: showRun(opened.row, { forPublisher: opened.runnable.isPublisher }), ended, isRepeated: false }
}
