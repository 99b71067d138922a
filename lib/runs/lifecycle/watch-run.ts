/** Follows runs live, for pages and streams: each open page is a watcher. */
import pLimit from 'p-limit'
import { isLiveAccess } from '../../auth/rows/live-access.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { isEnded } from '../model/run-states.ts'
import { openWakeUps } from '../queue/run-notifications.ts'
import { listRunParts, type RunPart } from '../rows/run-parts.ts'
import { findOwnRun, findPlace } from '../views/find-own-run.ts'
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
      await onChange({
        ...showRun(row, { forPublisher: isPublisher }),
        ...(await readAsWatcher(() => findPlace(ctx.db, row))),
      })
      if (isEnded(row.state)) return
      await wakeUps.next()
    } while (!signal.aborted)
  } finally {
    wakeUps.close()
    removeWatcher()
  }
}

/** So many parts are in memory at once for each watcher. */
const PARTS_AT_ONCE = 100

/** Yields the parts of a run that follow the part `after`, as far as `run` has them. */
export async function* readParts(
  db: Context['db'],
  { id, partCount = 0 }: Pick<RunView, 'id' | 'partCount'>,
  after: number,
): AsyncGenerator<RunPart> {
  for (let last = after; last < partCount; ) {
    const parts = await listRunParts(db, id, { after: last, take: PARTS_AT_ONCE })
    // They were deleted in the meantime.
    if (parts.length === 0) return
    for (const part of parts) yield part
    last = parts.at(-1)?.number ?? partCount
  }
}

/**
 * Checks again that the key or session is valid, because a stream outlives the check made when it opened. Throws
 * UNAUTHENTICATED.
 */
export async function requireLiveAccess(ctx: Context): Promise<void> {
  if (await isLiveAccess(ctx.db, ctx)) return
  const message = ctx.keyId ? 'This key was revoked, or has expired.' : 'This session was ended.'
  throw new AppError('UNAUTHENTICATED', { message })
}

/** More than the pages that a person has open; a browser opens only six connections per server over HTTP/1.1. */
export const MAX_WATCHERS = 30
const RETRY_AFTER_SECONDS = 30

/** The number of streams by user. */
const watchers = oncePerProcess('watchers', () => new Map<string, number>())

/** Counts a watcher in this process until the returned function is called. Throws RATE_LIMIT_EXCEEDED. */
export function addWatcher(userId: string): () => void {
  const watching = watchers.get(userId) ?? 0
  if (watching >= MAX_WATCHERS) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `You are already following ${MAX_WATCHERS} runs, which is the limit.`,
      suggestedAction: 'Close a page that shows one, then try again.',
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  watchers.set(userId, watching + 1)
  return () => removeWatcher(userId)
}

function removeWatcher(userId: string): void {
  const left = (watchers.get(userId) ?? 1) - 1
  if (left > 0) watchers.set(userId, left)
  else watchers.delete(userId)
}

function countWatchers(): number {
  return watchers.values().reduce((sum, count) => sum + count, 0)
}

/** So many reads take a fifth of a core. */
const READS_PER_SECOND = 100

/**
 * How long a watcher waits before it reads again without a notification: `leastMs`, and longer if this process has so
 * many that they would read too often together.
 */
export function pollIntervalMs(leastMs: number, count = countWatchers()): number {
  return Math.max(leastMs, (count * 1_000) / READS_PER_SECOND)
}

const CONCURRENT_READS = 4
const limitReads = oncePerProcess('reads of watchers', () => pLimit(CONCURRENT_READS))

/** Few watchers read at the same time, because a notification, or the end of a plan, wakes many at once. */
export function readAsWatcher<Result>(read: () => Promise<Result>): Promise<Result> {
  return limitReads(read)
}
