/** Waiting for something to happen to a run: announced, aborted, or perhaps missed. Floor 3. */
import { hearRuns, type RunAnnouncement } from './run-announcements.ts'

export type Bell = {
  /** Resolves at the next ring; at once when it has rung since the last time. */
  rings: () => Promise<void>
  takeDown: () => void
}

/**
 * Rings for announcements that concern the waiter, when `signal` is aborted, when announcements may have been
 * missed, and after `lookAgainMs` in any case.
 */
export async function hangBell(
  concerns: (announcement: RunAnnouncement) => boolean,
  { signal, lookAgainMs }: { signal: AbortSignal; lookAgainMs: number },
): Promise<Bell> {
  let hasRung = signal.aborted
  let wake = () => {}
  const ring = () => {
    hasRung = true
    wake()
  }
  // Without a connection to listen on, looking again is what is left.
  const stopHearing = await hearRuns((heard) => {
    if (heard === null || concerns(heard)) ring()
  }).catch(() => () => {})
  signal.addEventListener('abort', ring)
  return {
    async rings() {
      const timer = setTimeout(ring, lookAgainMs)
      await new Promise<void>((resolve) => {
        wake = resolve
        if (hasRung) resolve()
      })
      clearTimeout(timer)
      hasRung = false
    },
    takeDown() {
      signal.removeEventListener('abort', ring)
      stopHearing()
    },
  }
}
