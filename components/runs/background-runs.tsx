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

// No page follows a run during navigation to its page.
const SETTLED_MS = 1_000

/** Follows one run at a time, to use one connection. */
export function BackgroundRuns() {
  const left = useUnattendedRun()
  const id = left?.id

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
  const [left, setLeft] = useState<OpenRun>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const next = openRuns.next()
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

function notifyRunEnded({ id, skillName, state, durationMs, error }: RunView): void {
  const isWell = state === 'succeeded' || state === 'partial'
  const how = durationMs === undefined ? '' : ` in ${formatDuration(durationMs)}`
  const showToast = isWell ? toast.success : state === 'cancelled' ? toast.info : toast.error
  showToast(`${RUN_LABELS[state]}${how}`, {
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
