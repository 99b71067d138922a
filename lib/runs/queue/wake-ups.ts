import { type RunNotification, subscribeToRuns } from './run-notifications.ts'

export type WakeUps = {
  next: () => Promise<void>
  close: () => void
}

/**
 * Wakes for relevant notifications, when `signal` is aborted, when notifications may have been missed, and every
 * `lookAgainMs`.
 */
export function openWakeUps(
  concerns: (announcement: RunNotification) => boolean,
  when: { signal: AbortSignal; pollMs: number },
): Promise<WakeUps> {
  return openWakeUpsOn(subscribeToRuns, concerns, when)
}

/** Like `openWakeUps`, for any subscription that passes null if notifications may have been missed. */
export async function openWakeUpsOn<Announcement>(
  subscribe: (each: (announcement: Announcement | null) => void) => Promise<() => void>,
  concerns: (announcement: Announcement) => boolean,
  { signal, pollMs }: { signal: AbortSignal; pollMs: number },
): Promise<WakeUps> {
  let isDue = signal.aborted
  let wake = () => {}
  const wakeNow = () => {
    isDue = true
    wake()
  }
  const unsubscribe = await subscribe((notification) => {
    if (notification === null || concerns(notification)) wakeNow()
  }).catch(() => () => {})
  signal.addEventListener('abort', wakeNow)
  return {
    async next() {
      const timer = setTimeout(wakeNow, pollMs)
      await new Promise<void>((resolve) => {
        wake = resolve
        if (isDue) resolve()
      })
      clearTimeout(timer)
      isDue = false
    },
    close() {
      signal.removeEventListener('abort', wakeNow)
      unsubscribe()
    },
  }
}
