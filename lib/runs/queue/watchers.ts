import { AppError } from '../../errors.ts'

/** A browser opens six connections per server over HTTP/1.1. */
export const MAX_WATCHERS = 30
const RETRY_AFTER_SECONDS = 30

// Next evaluates modules once per bundle.
const globals = globalThis as { guildhallWatchers?: Map<string, number> }
function watchers(): Map<string, number> {
  globals.guildhallWatchers ??= new Map()
  return globals.guildhallWatchers
}

/** Counts in this process until the returned function is called. Throws RATE_LIMIT_EXCEEDED. */
export function addWatcher(userId: string): () => void {
  const watching = watchers().get(userId) ?? 0
  if (watching >= MAX_WATCHERS) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `You are already following ${MAX_WATCHERS} runs, which is the limit.`,
      suggestedAction: 'Close a page that shows one, then try again.',
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  watchers().set(userId, watching + 1)
  return () => removeWatcher(userId)
}

function removeWatcher(userId: string): void {
  const left = (watchers().get(userId) ?? 1) - 1
  if (left > 0) watchers().set(userId, left)
  else watchers().delete(userId)
}
