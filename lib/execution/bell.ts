/** Waiting for something to happen to a run, or to what else is announced: heard, aborted, or perhaps missed. Floor 3. */
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
export function hangBell(
  concerns: (announcement: RunAnnouncement) => boolean,
  when: { signal: AbortSignal; lookAgainMs: number },
): Promise<Bell> {
  return hangBellOn(hearRuns, concerns, when)
}

/** The same for announcements that `hear` hears; it gets null when some may have been missed. */
export async function hangBellOn<Announcement>(
  hear: (each: (announcement: Announcement | null) => void) => Promise<() => void>,
  concerns: (announcement: Announcement) => boolean,
  { signal, lookAgainMs }: { signal: AbortSignal; lookAgainMs: number },
): Promise<Bell> {
  let hasRung = signal.aborted
  let wake = () => {}
  const ring = () => {
    hasRung = true
    wake()
  }
  // Without a connection to listen on, looking again is what is left.
  const stopHearing = await hear((heard) => {
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
