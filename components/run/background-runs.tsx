'use client'

import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import { isEnded, RUN_LABELS } from '#lib/contract/market/run-states.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { durationText } from '../output/duration-text.ts'
/** Tells of the end of a run that was left behind on another page, wherever its person is by then. */
import { Link } from '../ui/link.tsx'
import { type OpenRun, openRuns } from './open-runs.ts'

// From a form to the run's own page nobody follows it for a moment, and nothing is to be told.
const SETTLED_MS = 1_000

/** Watches one left run at a time: one connection at most, and none for who has left nothing. */
export function BackgroundRuns() {
  const left = useLeftRun()
  const id = left?.id

  useEffect(() => {
    if (!id) return
    const events = new EventSource(`/api/runs/${id}/events`)
    const forget = () => {
      events.close()
      openRuns.forget(id)
    }
    events.onmessage = ({ data }) => {
      const run: RunView = JSON.parse(data)
      if (!isEnded(run.state)) return
      forget()
      tellOfEnd(run)
    }
    // A broken line mends itself; one that is closed was refused: the run is gone, or not theirs any more.
    events.onerror = () => events.readyState === EventSource.CLOSED && forget()
    return () => events.close()
  }, [id])

  return null
}

function useLeftRun(): OpenRun | undefined {
  const [left, setLeft] = useState<OpenRun>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const next = openRuns.next()
        // The same run is no other one: its connection stays.
        setLeft((now) => (now?.id === next?.id ? now : next))
      }, SETTLED_MS)
    }
    look()
    const stop = openRuns.subscribe(look)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return left
}

function tellOfEnd({ id, skillName, state, durationMs, error }: RunView): void {
  const isWell = state === 'succeeded' || state === 'partial'
  const how = durationMs === undefined ? '' : ` in ${durationText(durationMs)}`
  const tell = isWell ? toast.success : state === 'cancelled' ? toast.info : toast.error
  tell(`${RUN_LABELS[state]}${how}`, {
    // A run is told of once, whatever else happens.
    id,
    description: (
      <span className="grid gap-1 [overflow-wrap:anywhere]">
        <span>{skillName}</span>
        {error && <span>{error.message}</span>}
        <Link href={paths.run(id)} className="w-fit text-foreground underline underline-offset-4">
          Open the run
        </Link>
      </span>
    ),
    duration: 15_000,
    closeButton: true,
  })
}
