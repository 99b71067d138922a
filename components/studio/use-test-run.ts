'use client'

import { useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { isEnded } from '#lib/contract/market/run-states.ts'
import type { PublicError } from '#lib/errors.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { useLiveRun } from '../run/use-live-run.ts'
import { useStudio } from './studio-context.tsx'

type TestRequest = { skillSlug: string; args: Json; config?: Json }

export type TestRunState = {
  run?: RunView
  /** Why nothing ran. */
  error?: PublicError
  isRunning: boolean
  start: (request: TestRequest) => Promise<void>
  cancel: () => Promise<void>
}

const NOT_SAVED: PublicError = {
  code: 'CONFLICT',
  message: 'The draft could not be saved, and what runs is the saved draft.',
  recoverable: true,
}

/** Saves the draft, runs one of its skills in the sandbox, and follows the run to its end. */
export function useTestRun(): TestRunState {
  const { actions, store } = useStudio()
  const { run, follow, cancel } = useLiveRun()
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<PublicError>()

  async function start({ skillSlug, args, config }: TestRequest) {
    setStarting(true)
    setError(undefined)
    follow(undefined)
    const isSaved = await store.flush()
    const answer = isSaved
      ? await actions.run({
          skillSlug,
          args: JSON.stringify(args),
          config: config === undefined ? undefined : JSON.stringify(config),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        })
      : { ok: false as const, error: NOT_SAVED }
    if (answer.ok) follow(answer.data)
    else setError(answer.error)
    setStarting(false)
  }

  const isOpen = run !== undefined && !isEnded(run.state)
  return { run, error, isRunning: isStarting || isOpen, start, cancel }
}
