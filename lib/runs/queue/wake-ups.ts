import type { Context } from '../../context/context.ts'
import { isEnded } from '../model/run-states.ts'
import { findRun } from '../rows/run-history.ts'
import type { RunRow } from '../rows/runs.ts'
import { type RunNotification, subscribeToRuns } from './run-notifications.ts'

type WakeUps = {
  next: () => Promise<void>
  close: () => void
}

type Waiting = { signal: AbortSignal; pollMs: number | (() => number) }

/**
 * Wakes for relevant notifications, when `signal` is aborted, when notifications may have been missed, and every
 * `pollMs`.
 */
export function openWakeUps(
  concerns: (announcement: RunNotification) => boolean,
  when: Waiting,
): Promise<WakeUps> {
  return openWakeUpsOn(subscribeToRuns, concerns, when)
}

export async function openWakeUpsOn<Announcement>(
  subscribe: (each: (announcement: Announcement | null) => void) => Promise<() => void>,
  concerns: (announcement: Announcement) => boolean,
  { signal, pollMs }: Waiting,
): Promise<WakeUps> {
  let isDue = signal.aborted
  let wake = () => {}
  const wakeNow = () => {
    isDue = true
    wake()
  }
  signal.addEventListener('abort', wakeNow)
  const unsubscribe = await subscribe((notification) => {
    if (notification === null || concerns(notification)) wakeNow()
  }).catch(() => () => {})
  return {
    async next() {
      const timer = setTimeout(wakeNow, typeof pollMs === 'number' ? pollMs : pollMs())
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

const POLL_MS = 2_000

/** Resolves with the last known row if the run was deleted. */
export async function waitForEnd(db: Context['db'], run: RunRow): Promise<RunRow> {
  if (isEnded(run.state)) return run
  const signal = new AbortController().signal
  const wakeUps = await openWakeUps((notification) => notification.runId === run.id, {
    signal,
    pollMs: POLL_MS,
  })
  try {
    for (;;) {
      const row = await findRun(db, run.id)
      if (!row || isEnded(row.state)) return row ?? run
      await wakeUps.next()
    }
  } finally {
    wakeUps.close()
  }
}
