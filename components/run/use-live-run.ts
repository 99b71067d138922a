'use client'

import { useCallback, useEffect, useState } from 'react'
import { isEnded } from '#lib/contract/market/run-states.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { openRuns } from './open-runs.ts'

type LiveRun = {
  run: RunView | undefined
  /** Shows another run, or none, and follows it while it goes on. */
  follow: (run: RunView | undefined) => void
  /** Asks the server to end it; how it ended arrives like any other change. */
  cancel: () => Promise<void>
}

/** A run as it is now: kept up to date by server-sent events until it has ended, or its page is left. */
export function useLiveRun(initial?: RunView): LiveRun {
  const [run, follow] = useState(initial)
  const { id, skillName } = run ?? {}
  const isOpen = run !== undefined && !isEnded(run.state)

  useEffect(() => {
    if (!id || !skillName || !isOpen) return
    openRuns.keep({ id, skillName })
    const leave = openRuns.attend(id)
    // The browser connects again by itself when the line breaks, and hears first how things stand.
    const events = new EventSource(`/api/runs/${id}/events`)
    events.onmessage = ({ data }) => {
      const now: RunView = JSON.parse(data)
      // Closed before it is shown: else the browser would take the end for a broken line.
      if (isEnded(now.state)) {
        events.close()
        openRuns.forget(id)
      }
      follow((shown) => (shown?.id === now.id ? now : shown))
    }
    return () => {
      events.close()
      leave()
    }
  }, [id, skillName, isOpen])

  const cancel = useCallback(async () => {
    if (id) await fetch(`/api/runs/${id}/cancel`, { method: 'POST' })
  }, [id])
  return { run, follow, cancel }
}
