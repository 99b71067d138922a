/** Following a run while it goes on. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { isEnded } from '../contract/market/run-states.ts'
import { isLiveAccess } from '../db/live-access.ts'
import { AppError } from '../errors.ts'
import { countWatcher } from './count-watchers.ts'
import { findOwnRun } from './find-own-run.ts'
import type { RunView } from './run-view.ts'
import { showRun } from './show-run.ts'
import { openWakeUps } from './wake-ups.ts'

const LOOK_AGAIN_MS = 5_000

/**
 * Calls `onChange` with the run as it is now and after each change, and waits for it to be done with that; resolves when
 * the run has ended or `signal` is aborted. Throws UNAUTHENTICATED, NOT_FOUND, and RATE_LIMIT_EXCEEDED for too many at
 * once, before the first call.
 */
export async function watchRun(
  ctx: Context,
  id: unknown,
  onChange: (run: RunView) => unknown,
  signal: AbortSignal,
): Promise<void> {
  const leave = countWatcher(requireViewer(ctx).userId)
  try {
    await watch(ctx, id, onChange, signal)
  } finally {
    leave()
  }
}

async function watch(...[ctx, id, onChange, signal]: Parameters<typeof watchRun>): Promise<void> {
  const wakeUps = await openWakeUps((heard) => heard.runId === id, { signal, lookAgainMs: LOOK_AGAIN_MS })
  try {
    do {
      const { row, isPublisher } = await findOwnRun(ctx, id)
      // Asked again each time, after reading: the right to see what was read may have gone since.
      await requireLiveAccess(ctx)
      await onChange(showRun(row, { forPublisher: isPublisher }))
      if (isEnded(row.state)) return
      await wakeUps.next()
    } while (!signal.aborted)
  } finally {
    wakeUps.close()
  }
}

/** A door asks once, when it opens; a stream stays open. Throws UNAUTHENTICATED. */
export async function requireLiveAccess(ctx: Context): Promise<void> {
  if (await isLiveAccess(ctx.db, ctx)) return
  const message = ctx.keyId ? 'This key was revoked, or has expired.' : 'This session was ended.'
  throw new AppError('UNAUTHENTICATED', { message })
}
