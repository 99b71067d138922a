/** Reports runs that end after their page was left. */
'use client'

import { useEffect, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { isEnded, RUN_LABELS } from '#lib/runs/model/run-states.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { formatDuration } from '../output/format-duration.ts'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import { followRun, type OpenRun, openRuns } from './open-runs.ts'

// While a run's page is being opened, no page follows the run for a moment; it has not been left.
const SETTLED_MS = 1_000

/** Follows the runs one after another, to use only one connection. */
export function BackgroundRuns() {
  const run = useUnattendedRun()
  const id = run?.id

  useEffect(() => {
    if (!id) return
    return followRun(id, {
      onRun(run) {
        if (!isEnded(run.state)) return
        openRuns.forget(id)
        notifyRunEnded(run)
      },
      // It was deleted, or this person may not see it any more.
      onGone: () => openRuns.forget(id),
    })
  }, [id])

  return null
}

function useUnattendedRun(): OpenRun | undefined {
  const [run, setRun] = useState<OpenRun>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const next = openRuns.next()
        setRun((now) => (now?.id === next?.id ? now : next))
      }, SETTLED_MS)
    }
    update()
    const stop = openRuns.subscribe(update)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return run
}

function notifyRunEnded({ id, skillName, state, durationMs, error }: RunView): void {
  const isSuccess = state === 'succeeded' || state === 'partial'
  const duration = durationMs === undefined ? '' : ` in ${formatDuration(durationMs)}`
  const showToast = isSuccess ? toast.success : state === 'cancelled' ? toast.info : toast.error
  showToast(`${RUN_LABELS[state]}${duration}`, {
    id,
    description: (
      <span className="grid gap-1 [overflow-wrap:anywhere]">
        <span>{skillName}</span>
        {error && <span>{error.message}</span>}
        <TextLink href={paths.run(id)} className="w-fit text-foreground">
          Open the run
        </TextLink>
      </span>
    ),
    duration: 15_000,
    closeButton: true,
  })
}
