'use client'

import { useEffect, useRef, useState } from 'react'
import type { PlanRunStanding } from '#lib/plans/plan-run-standing.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { isPlanOver } from './plan-states.ts'
import { type Finished, withNews } from './with-news.ts'

/** A plan run as it is now: kept up to date by server-sent events until it has ended, or its page is left. */
export function useLivePlanRun(initial: PlanRunView): PlanRunView {
  const [shown, show] = useState(initial)
  // What is told next is told of this one, whether or not it has been drawn.
  const latest = useRef(initial)
  const { id } = initial
  const isOpen = !isPlanOver(shown.state)

  useEffect(() => {
    // A page that was fetched again may know more than what was heard: whether it was taken back, say.
    const lead = initial.revision - latest.current.revision
    if (lead < 0 || (lead === 0 && !isPlanOver(initial.state))) return
    latest.current = initial
    show(initial)
  }, [initial])

  useEffect(() => {
    if (!isOpen) return
    // The browser connects again by itself when the line breaks, and hears what ended since.
    const after = latest.current.revision
    const events = new EventSource(`/api/plan-runs/${encodeURIComponent(id)}/events?after=${after}`)
    const ended: Finished[] = []
    events.addEventListener('step.finished', ({ data }) => ended.push(JSON.parse(data)))
    events.onmessage = ({ data }) => {
      const now: PlanRunStanding = JSON.parse(data)
      // Closed before it is shown: else the browser would take the end for a broken line.
      if (isPlanOver(now.state)) events.close()
      latest.current = withNews(latest.current, now, ended.splice(0))
      show(latest.current)
    }
    return () => events.close()
  }, [id, isOpen])
  return shown
}
