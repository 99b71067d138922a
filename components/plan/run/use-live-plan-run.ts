'use client'

import { useEffect, useState } from 'react'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { isPlanOver } from './plan-states.ts'

/** A plan run as it is now: kept up to date by server-sent events until it has ended, or its page is left. */
export function useLivePlanRun(initial: PlanRunView): PlanRunView {
  const [run, setRun] = useState(initial)
  // A page that was fetched again knows more than one that heard nothing since: whether it was taken back, say.
  const shown = initial.revision >= run.revision ? initial : run
  const { id } = initial
  const isOpen = !isPlanOver(shown.state)

  useEffect(() => {
    if (!isOpen) return
    // The browser connects again by itself when the line breaks, and hears first how things stand.
    const events = new EventSource(`/api/plan-runs/${encodeURIComponent(id)}/events`)
    events.onmessage = ({ data }) => {
      const now: PlanRunView = JSON.parse(data)
      // Closed before it is shown: else the browser would take the end for a broken line.
      if (isPlanOver(now.state)) events.close()
      setRun((before) => (now.revision >= before.revision ? now : before))
    }
    return () => events.close()
  }, [id, isOpen])
  return shown
}
