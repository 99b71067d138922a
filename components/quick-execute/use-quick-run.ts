'use client'

/** From the Run button to the run's end: one call a click, followed while it goes on. */
import { useRef, useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { newIdempotencyKey } from '#lib/contract/market/call-texts.ts'
import { isEnded } from '#lib/contract/market/run-states.ts'
import type { PublicError } from '#lib/errors.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { openRuns } from '../run/open-runs.ts'
import { useLiveRun } from '../run/use-live-run.ts'

export type BeginRun = (request: unknown) => Promise<ActionResult<RunView>>

type QuickRunWanted = {
  skillName: string
  version: string
  /** The run whose input the form was filled with. */
  rerunOfId?: string
  /** What the person was told that it costs; more is refused. */
  maxPrice?: string
  beginRun: BeginRun
}

export function useQuickRun({ skillName, version, rerunOfId, maxPrice, beginRun }: QuickRunWanted) {
  const { run, follow, cancel } = useLiveRun()
  const [refusal, setRefusal] = useState<PublicError>()
  const [isStarting, setStarting] = useState(false)
  // State arrives a moment late; a second click of a double click must not.
  const isBusy = useRef(false)
  const isRunning = isStarting || (run !== undefined && !isEnded(run.state))

  async function start(args: Json) {
    if (isBusy.current || isRunning) return
    isBusy.current = true
    setStarting(true)
    setRefusal(undefined)
    // One for each click: a call that is sent again by the network is the same call.
    const idempotencyKey = newIdempotencyKey()
    const request = {
      name: skillName,
      version,
      args,
      timeZone: zoneHere(),
      rerunOfId,
      idempotencyKey,
      maxPrice,
    }
    const begun = await beginRun(request).catch(() => OFFLINE)
    if (begun.ok) {
      // Its person may have gone to another page meanwhile; then it is told of there.
      if (!isEnded(begun.data.state)) openRuns.keep(begun.data)
      follow(begun.data)
    } else setRefusal(begun.error)
    setStarting(false)
    isBusy.current = false
  }

  return { run, refusal, isRunning, start, cancel, refuse: setRefusal }
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

const OFFLINE: ActionResult<never> = {
  ok: false,
  error: {
    code: 'TOOL_NOT_AVAILABLE',
    message: 'The server did not answer.',
    recoverable: true,
    suggested_action: 'Check your connection, then try again.',
  },
}
