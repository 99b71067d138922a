import { isLiveAccess } from '../../auth/rows/live-access.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isEnded } from '../model/run-states.ts'
import { openWakeUps } from '../queue/wake-ups.ts'
import { addWatcher, pollIntervalMs, readAsWatcher } from '../queue/watchers.ts'
import { findOwnRun } from '../views/find-own-run.ts'
import type { RunView } from '../views/run-view.ts'
import { showRun } from '../views/show-run.ts'

const POLL_MS = 5_000

/**
 * Calls `onChange` with the current run and after each change, until it has ended or `signal` is aborted. Throws
 * UNAUTHENTICATED, NOT_FOUND, and RATE_LIMIT_EXCEEDED for too many watchers.
 */
export async function watchRun(
  ctx: Context,
  id: unknown,
  onChange: (run: RunView) => unknown,
  signal: AbortSignal,
): Promise<void> {
  const removeWatcher = addWatcher(requireViewer(ctx).userId)
  const pollMs = () => pollIntervalMs(POLL_MS)
  const wakeUps = await openWakeUps((notification) => notification.runId === id, { signal, pollMs })
  try {
    let isFirst = true
    do {
      const { row, isPublisher } = await readAsWatcher(async () => {
        const own = await findOwnRun(ctx, id)
        // Access may have been revoked since the stream was opened.
        if (!isFirst) await requireLiveAccess(ctx)
        return own
      })
      isFirst = false
      await onChange(showRun(row, { forPublisher: isPublisher }))
      if (isEnded(row.state)) return
      await wakeUps.next()
    } while (!signal.aborted)
  } finally {
    wakeUps.close()
    removeWatcher()
  }
}

/** A stream outlives the check made when it opened. Throws UNAUTHENTICATED. */
export async function requireLiveAccess(ctx: Context): Promise<void> {
  if (await isLiveAccess(ctx.db, ctx)) return
  const message = ctx.keyId ? 'This key was revoked, or has expired.' : 'This session was ended.'
  throw new AppError('UNAUTHENTICATED', { message })
}
