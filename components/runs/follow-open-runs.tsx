'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { isEnded } from '#lib/runs/model/run-states.ts'
import type { RunLine } from '#lib/runs/views/run-view.ts'
import { followRun } from './open-runs.ts'

/** Each followed run uses a connection, and browsers open only six to a site. */
const MAX_FOLLOWED = 3

export function FollowOpenRuns({ runs }: { runs: readonly RunLine[] }) {
  const router = useRouter()
  const open = runs.filter(({ state }) => !isEnded(state)).slice(-MAX_FOLLOWED)
  // A string, so that refreshes do not reconnect.
  const followed = open.map(({ id, state }) => `${id} ${state}`).join(',')

  useEffect(() => {
    const stops = followed.split(',').flatMap((entry) => {
      const [id, state] = entry.split(' ')
      if (!id) return []
      const stop = followRun(id, {
        onRun(now) {
          if (now.state === state) return
          stop()
          router.refresh()
        },
      })
      return [stop]
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [followed, router])
  return null
}
