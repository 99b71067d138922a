/** Any process may receive a cancellation, so the call's run is stored. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context/context.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import { readParts, watchRun } from '../../runs/lifecycle/watch-run.ts'
import { isEnded } from '../../runs/model/run-states.ts'
import { findRunState } from '../../runs/rows/runs.ts'
import type { StartedRun } from '../../runs/start/start-run.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { findMcpCall, insertMcpCall } from '../rows/mcp.ts'

/** A call gets a row after this time, because most end sooner and need none. */
const STORE_AFTER_MS = 20
/** Calls are stored within this time. */
const LOOK_AGAIN_MS = 500

type Caller = {
  session: string
  requestId: string | number
}

/** What a caller is told while its run goes on. */
type Reports = {
  progress?: ((progress: Progress) => Promise<void>) | undefined
  /** Called when the run has begun. Resolves with null for a caller that asked for no logs. */
  log?: (() => Promise<((run: RunView) => Promise<void>) | null>) | undefined
}

/** A fraction has the total 1. A part of a streamed output is counted, and has no total. */
export type Progress = { progress: number; total?: number; message?: string }

/**
 * Follows the run of a call, and reports its progress and its log. Returns a function for the end of the call, which never rejects: if
 * the run has ended, it resolves when everything is reported, because nothing may be reported afterwards. A signal cancels
 * the run, as a caller can by its session and id.
 */
export function followCall(
  ctx: Context,
  started: StartedRun,
  caller: Caller | AbortSignal,
  { progress, log }: Reports,
): () => Promise<void> {
  if (caller instanceof AbortSignal) cancelOnAbort(ctx, started, caller)
  else storeUnlessShort(ctx, started, caller)
  if (!progress && !log) return async () => {}
  const over = new AbortController()
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  started.ended.then(end, end)
  const reporting = reportRun(ctx, started.run.id, { progress, log }, over)
  return () => {
    if (!hasEnded) over.abort()
    return reporting
  }
}

function cancelOnAbort(ctx: Context, { run, ended }: StartedRun, signal: AbortSignal): void {
  const cancel = () => void cancelRun(ctx, run.id).catch(logUnlessExpected)
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  const end = () => signal.removeEventListener('abort', cancel)
  ended.then(end, end)
}

function storeUnlessShort({ db, keyId }: Context, { run, ended }: StartedRun, caller: Caller): void {
  const store = () => void insertMcpCall(db, callId({ keyId }, caller), run.id).catch(() => {})
  const timer = setTimeout(store, STORE_AFTER_MS)
  const end = () => clearTimeout(timer)
  ended.then(end, end)
}

async function reportRun(
  ctx: Context,
  runId: string,
  { progress: report, log }: Reports,
  over: AbortController,
): Promise<void> {
  const stop = () => over.abort()
  const sendLog = await log?.().catch(() => null)
  if (!report && !sendLog) return
  let last = -1
  let parts = 0
  const watching = watchRun(
    ctx,
    runId,
    async (now) => {
      await sendLog?.(now).catch(stop)
      if (!report) return
      for await (const { number, value } of readParts(ctx.db, now, parts)) {
        parts = number
        last = number
        await report({ progress: number, message: JSON.stringify(value) }).catch(stop)
      }
      const { progress, progressNote } = now
      // MCP requires increasing numbers. The number of parts exceeds each fraction, so these end with the first part.
      if (progress === undefined || progress <= last) return
      last = progress
      report({ progress, total: 1, ...(progressNote && { message: progressNote }) }).catch(stop)
    },
    over.signal,
  )
  // The call continues without progress.
  await watching.catch(() => {})
}

/** Cancels a call; does nothing if it has ended or is unknown. */
export async function cancelCall(ctx: Context, caller: Caller): Promise<void> {
  const id = callId(ctx, caller)
  const stored = await findMcpCall(ctx.db, id)
  const state = stored && (await findRunState(ctx.db, stored))
  if (stored && state && !isEnded(state)) return cancelRun(ctx, stored)
  await sleep(LOOK_AGAIN_MS)
  const later = await findMcpCall(ctx.db, id)
  if (later && later !== stored) await cancelRun(ctx, later)
}

function callId({ keyId = '' }: Pick<Context, 'keyId'>, { session, requestId }: Caller): string {
  // JSON, because 1 and "1" are different ids.
  return createHash('sha256')
    .update(JSON.stringify([keyId, session, requestId]))
    .digest('hex')
}
