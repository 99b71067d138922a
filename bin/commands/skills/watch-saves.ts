import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Editors save in several steps; this is long enough for all of them. */
const SETTLE_MS = 100

type Watched = {
  folder: string
  isRecursive?: boolean
  /** Whether a file, relative to the folder, matters. */
  isRelevant: (name: string) => boolean
  /** Asked after every save; false if nothing was changed by it. */
  hasChanged?: () => boolean
}

/**
 * Yields at once, and again after relevant files were saved, also while the caller worked. Ends when `signal` is aborted.
 */
export async function* watchSaves(
  { folder, isRecursive = false, isRelevant, hasChanged = () => true }: Watched,
  signal: AbortSignal,
): AsyncGenerator<void> {
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  let isSaved = true
  let notify = () => {}
  const watcher = fs.watch(folder, { recursive: isRecursive }, (_, name) => {
    // Some systems do not name the file.
    if (name !== null && !isRelevant(name)) return
    isSaved = true
    notify()
  })
  try {
    while (!signal.aborted) {
      if (isSaved) {
        isSaved = false
        if (hasChanged()) yield
        continue
      }
      const saved = new Promise<void>((resolve) => {
        notify = resolve
      })
      await Promise.race([saved, aborted])
      await sleep(SETTLE_MS)
    }
  } finally {
    watcher.close()
  }
}
