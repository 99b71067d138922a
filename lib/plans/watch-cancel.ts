/** Hearing that somebody wants a plan run to end, wherever they say so. Floor 3. */
import type { Context } from '../context.ts'
import { isCancelWanted } from '../db/plan-runs.ts'
import { openWakeUpsOn } from '../execution/wake-ups.ts'
import { hearPlans } from './plan-announcements.ts'

// For those that were missed: a cancel arrives within a second.
const LOOK_AGAIN_MS = 800

/** `signal` is aborted when it is to end, or is gone; `stop` ends the watching. */
export function watchCancel(db: Context['db'], planRunId: string): { signal: AbortSignal; stop: () => void } {
  const wanted = new AbortController()
  const over = new AbortController()
  void watch(db, planRunId, wanted, over.signal)
  return { signal: wanted.signal, stop: () => over.abort() }
}

async function watch(
  db: Context['db'],
  id: string,
  wanted: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const wakeUps = await openWakeUpsOn(
    hearPlans,
    (heard) => heard.planRunId === id && heard.what === 'cancel',
    {
      signal,
      lookAgainMs: LOOK_AGAIN_MS,
    },
  )
  try {
    while (!signal.aborted) {
      // A database that is away for a moment is asked again.
      const isWanted = await isCancelWanted(db, id).catch(() => false)
      if (isWanted !== false) return wanted.abort()
      await wakeUps.next()
    }
  } finally {
    wakeUps.close()
  }
}
