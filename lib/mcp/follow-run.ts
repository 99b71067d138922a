/**
 * A run that a call over /mcp began: its progress goes to the client, and the client's cancellation to it. Floor 4.
 *
 * Any process may get the cancellation, in a request of its own, so which run a call became is kept in the database.
 */
import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { findCall, insertCall } from '../db/mcp.ts'
import { cancelRun } from '../execution/cancel-run.ts'
import type { StartedRun } from '../execution/start-run.ts'
import { watchRun } from '../execution/watch-run.ts'

export type Caller = {
  /** Of the client's session: what it sends back, whatever that is. */
  session: string
  requestId: string | number
}

export type Progress = { progress: number; total: number; message?: string }

/** Remembers the run, and tells of its progress until it has ended. Never rejects. */
export async function followRun(
  ctx: Context,
  { run, ended }: StartedRun,
  caller: Caller,
  tell: ((progress: Progress) => Promise<void>) | undefined,
): Promise<void> {
  await insertCall(ctx.db, callId(ctx, caller), run.id)
  if (!tell) return
  const over = new AbortController()
  const stop = () => over.abort()
  ended.then(stop, stop)
  let last = -1
  const watching = watchRun(
    ctx,
    run.id,
    ({ progress, progressNote }) => {
      // The protocol wants each number to be greater than the one before.
      if (progress === undefined || progress <= last) return
      last = progress
      tell({ progress, total: 1, ...(progressNote && { message: progressNote }) }).catch(stop)
    },
    over.signal,
  )
  // Who follows too many runs at once goes without progress, not without the answer.
  await watching.catch(() => {})
}

/** Ends the run that a call became. Does nothing for one that is over, or that never was. */
export async function cancelCall(ctx: Context, caller: Caller): Promise<void> {
  const runId = await findCall(ctx.db, callId(ctx, caller))
  if (runId) await cancelRun(ctx, runId)
}

function callId({ keyId = '' }: Context, { session, requestId }: Caller): string {
  // 1 and "1" are two requests.
  return createHash('sha256')
    .update(JSON.stringify([keyId, session, requestId]))
    .digest('hex')
}
