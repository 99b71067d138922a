/** Any process may receive a cancellation, so the call's run is stored. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context/context.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import { watchRun } from '../../runs/lifecycle/watch-run.ts'
import { isEnded } from '../../runs/model/run-states.ts'
import { findRunState } from '../../runs/rows/runs.ts'
import type { StartedRun } from '../../runs/start/start-run.ts'
import { findMcpCall, insertMcpCall } from '../rows/mcp.ts'

/** A call gets a row after this time, because most end sooner and need none. */
const STORE_AFTER_MS = 20
/** Calls are stored within this time. */
const LOOK_AGAIN_MS = 500

type Caller = {
  session: string
  requestId: string | number
}

export type Progress = { progress: number; total: number; message?: string }

/** Follows the call until it ends; never rejects. A signal cancels it, as a caller can by its session and id. */
export async function followCall(
  ctx: Context,
  started: StartedRun,
  caller: Caller | AbortSignal,
  report: ((progress: Progress) => Promise<void>) | undefined,
): Promise<void> {
  if (caller instanceof AbortSignal) cancelOnAbort(ctx, started, caller)
  else storeUnlessShort(ctx, started, caller)
  if (report) await reportProgress(ctx, started, report)
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

async function reportProgress(
  ctx: Context,
  { run, ended }: StartedRun,
  report: (progress: Progress) => Promise<void>,
): Promise<void> {
  const over = new AbortController()
  const stop = () => over.abort()
  ended.then(stop, stop)
  let last = -1
  const watching = watchRun(
    ctx,
    run.id,
    ({ progress, progressNote }) => {
      // MCP requires increasing numbers.
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
