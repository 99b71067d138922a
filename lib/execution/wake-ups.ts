/** Waiting for something to happen to a run, or to what else is announced: heard, aborted, or perhaps missed. Floor 3. */
import { hearRuns, type RunAnnouncement } from './run-announcements.ts'

export type WakeUps = {
  /** Resolves at the next one; at once when there was one since the last time. */
  next: () => Promise<void>
  close: () => void
}

/**
 * Wakes for announcements that concern the waiter, when `signal` is aborted, when announcements may have been
 * missed, and after `lookAgainMs` in any case.
 */
export function openWakeUps(
  concerns: (announcement: RunAnnouncement) => boolean,
  when: { signal: AbortSignal; lookAgainMs: number },
): Promise<WakeUps> {
  return openWakeUpsOn(hearRuns, concerns, when)
}

/** The same for announcements that `hear` hears; it gets null when some may have been missed. */
export async function openWakeUpsOn<Announcement>(
  hear: (each: (announcement: Announcement | null) => void) => Promise<() => void>,
  concerns: (announcement: Announcement) => boolean,
  { signal, lookAgainMs }: { signal: AbortSignal; lookAgainMs: number },
): Promise<WakeUps> {
  let isDue = signal.aborted
  let wake = () => {}
  const wakeNow = () => {
    isDue = true
    wake()
  }
  // Without a connection to listen on, looking again is what is left.
  const stopHearing = await hear((heard) => {
    if (heard === null || concerns(heard)) wakeNow()
  }).catch(() => () => {})
  signal.addEventListener('abort', wakeNow)
  return {
    async next() {
      const timer = setTimeout(wakeNow, lookAgainMs)
      await new Promise<void>((resolve) => {
        wake = resolve
        if (isDue) resolve()
      })
      clearTimeout(timer)
      isDue = false
    },
    close() {
      signal.removeEventListener('abort', wakeNow)
      stopHearing()
    },
  }
}
