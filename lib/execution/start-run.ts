/**
 * One call of one published skill. The form, the CLI and every later door come through here.
 *
 * Floor 3; nothing about HTTP, and no rule that only one door has.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { unsealConfig } from '../config/unseal-config.ts'
import type { Context } from '../context.ts'
import { type OpenedRun, openRun, type RunWish } from './open-run.ts'
import { performRun } from './perform-run.ts'
import { requireContract } from './require-contract.ts'
import { resolveSkill } from './resolve-skill.ts'
import type { RunView } from './run-view.ts'
import { showRun } from './show-run.ts'

export type RunRequest = {
  /** `name` is publisher.skillset.skill; without `version`: what is installed, else the latest. */
  skill: { name: unknown; version?: string }
  /** The contract the caller knows; another one is a CONFLICT that says what differs. */
  contractHash?: string
} & Omit<RunWish, 'submissionId' | 'exampleIndex'>

export type StartedRun = {
  /** As it was recorded: queued. */
  run: RunView
  /** Resolves with its end, whatever that is. */
  ended: Promise<RunView>
}

/**
 * Starts a run and answers as soon as it is recorded; the run goes on in this process.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED (taken down), TOOL_NOT_AVAILABLE, PRECONDITION_FAILED (config
 * is missing), CONFLICT (another contract than demanded), INVALID_INPUT or MISSING_REQUIRED_PARAM: then nothing ran. What happens later is in the run.
 */
export async function startRun(ctx: Context, request: RunRequest): Promise<StartedRun> {
  const { skill, contractHash, ...wish } = request
  const runnable = await resolveSkill(ctx, skill)
  await requireContract(ctx, runnable, contractHash)
  const opened = await openRun(ctx, runnable, wish, () =>
    unsealConfig(ctx.db, runnable.organisation, runnable),
  )
  return setOff(ctx, opened)
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

async function within(ms: number, { run, ended }: StartedRun): Promise<RunView> {
  const waiting = new AbortController()
  try {
    return await Promise.race([ended, sleep(ms, run, { signal: waiting.signal })])
  } finally {
    waiting.abort()
  }
}

/** Lets an opened run go on by itself. */
export function setOff(ctx: Context, opened: OpenedRun): StartedRun {
  const ended = performRun(ctx, opened)
  // Nobody has to wait for it; if its end cannot be written the sweep ends it.
  ended.catch(() => {})
  return { run: showRun(opened.row, { forPublisher: opened.runnable.isPublisher }), ended }
}
