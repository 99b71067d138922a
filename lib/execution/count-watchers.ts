/** How many runs one person may follow at once: each is a connection that stays open. Floor 3. */
import { AppError } from '../errors.ts'

/** A browser opens six connections to one server over HTTP/1.1; this is room for several browsers. */
export const MAX_WATCHED = 30
const RETRY_AFTER_SECONDS = 30

// Next evaluates modules once per bundle; pages and routes must count together.
const kept = globalThis as unknown as { guildhallWatchers?: Map<string, number> }
function watchers(): Map<string, number> {
  kept.guildhallWatchers ??= new Map()
  return kept.guildhallWatchers
}

/**
 * Counts the person in until the function it returns is called. Of this process: several servers each give as
 * much. Throws RATE_LIMIT_EXCEEDED when they follow too many.
 */
export function countWatcher(userId: string): () => void {
  const watching = watchers().get(userId) ?? 0
  if (watching >= MAX_WATCHED) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `You are following ${MAX_WATCHED} runs at once.`,
      suggestedAction: 'Close a page that shows one, then try again.',
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  watchers().set(userId, watching + 1)
  return () => leave(userId)
}

function leave(userId: string): void {
  const left = (watchers().get(userId) ?? 1) - 1
  if (left > 0) watchers().set(userId, left)
  else watchers().delete(userId)
}
