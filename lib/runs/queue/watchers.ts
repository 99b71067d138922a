import { withConnectionShare } from '../../kernel/db/connection-share.ts'
import { AppError } from '../../kernel/errors.ts'

/** A browser opens six connections per server over HTTP/1.1. */
export const MAX_WATCHERS = 30
const RETRY_AFTER_SECONDS = 30

/** By user. */
const watchers = new Map<string, number>()
let watcherCount = 0

/** Counts in this process until the returned function is called. Throws RATE_LIMIT_EXCEEDED. */
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
  watcherCount += 1
  return () => removeWatcher(userId)
}

function removeWatcher(userId: string): void {
  watcherCount -= 1
  const left = (watchers.get(userId) ?? 1) - 1
  if (left > 0) watchers.set(userId, left)
  else watchers.delete(userId)
}

/** These reads take a fifth of a core. */
const READS_PER_SECOND = 100

/**
 * How long a watcher waits before it reads again without a notification: `leastMs`, and longer if this process has so many
 * that they would read too often together.
 */
export function pollIntervalMs(leastMs: number, count = watcherCount): number {
  return Math.max(leastMs, (count * 1_000) / READS_PER_SECOND)
}

/** A notification, or the end of a plan, wakes many at once. */
const CONCURRENT_READS = 4

export function readAsWatcher<Result>(read: () => Promise<Result>): Promise<Result> {
  return withConnectionShare('watchers', CONCURRENT_READS, read)
}
