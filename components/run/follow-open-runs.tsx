'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { isEnded } from '#lib/run-model/run-states.ts'
import type { RunLine, RunView } from '#lib/runs/views/run-view.ts'

/** Browsers open six connections to a site. */
const MAX_FOLLOWED = 3

export function FollowOpenRuns({ runs }: { runs: readonly RunLine[] }) {
  const router = useRouter()
  const open = runs.filter(({ state }) => !isEnded(state)).slice(-MAX_FOLLOWED)
  // A string, so that refreshes do not reconnect.
  const followed = open.map(({ id, state }) => `${id} ${state}`).join(',')

  useEffect(() => {
    const streams = followed.split(',').flatMap((each) => {
      const [id, state] = each.split(' ')
      if (!id) return []
      const events = new EventSource(`/api/runs/${id}/events`)
      events.onmessage = ({ data }) => {
        const now: RunView = JSON.parse(data)
        if (now.state === state) return
        events.close()
        router.refresh()
      }
      return [events]
    })
    return () => {
      for (const stream of streams) stream.close()
    }
  }, [followed, router])
  return null
}
