/** Any process may receive the cancellation, so the call's run is stored. */
import { createHash } from 'node:crypto'
import type { Context } from '../context/context.ts'
import { findMcpCall, insertMcpCall } from '../db/platform/mcp.ts'
import { cancelRun } from '../runs/lifecycle/cancel-run.ts'
import { watchRun } from '../runs/lifecycle/watch-run.ts'
import type { StartedRun } from '../runs/start/start-run.ts'

export type Caller = {
  session: string
  requestId: string | number
}

export type Progress = { progress: number; total: number; message?: string }

/** Until it ends; never rejects. */
export async function followCall(
  ctx: Context,
  { run, ended }: StartedRun,
  caller: Caller,
  report: ((progress: Progress) => Promise<void>) | undefined,
): Promise<void> {
  await insertMcpCall(ctx.db, callId(ctx, caller), run.id)
  if (!report) return
  const over = new AbortController()
  const stop = () => over.abort()
  ended.then(stop, stop)
  let last = -1
  const watching = watchRun(
    ctx,
    run.id,
    ({ progress, progressNote }) => {
      // Numbers must increase.
      if (progress === undefined || progress <= last) return
      last = progress
      report({ progress, total: 1, ...(progressNote && { message: progressNote }) }).catch(stop)
    },
    over.signal,
  )
  // The call continues without progress.
  await watching.catch(() => {})
}

/** Nothing for ended or unknown calls. */
export async function cancelCall(ctx: Context, caller: Caller): Promise<void> {
  const runId = await findMcpCall(ctx.db, callId(ctx, caller))
  if (runId) await cancelRun(ctx, runId)
}

function callId({ keyId = '' }: Context, { session, requestId }: Caller): string {
  // 1 and "1" differ.
  return createHash('sha256')
    .update(JSON.stringify([keyId, session, requestId]))
    .digest('hex')
}
