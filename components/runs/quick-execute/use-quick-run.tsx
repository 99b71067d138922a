'use client'

import { useRef, useState, useSyncExternalStore } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { isApplePlatform } from '#lib/kernel/site/reader-locale.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { newIdempotencyKey } from '#lib/runs/model/call-options.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import type { SentFormRun } from '#lib/runs/start/run-options.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { useReader } from '../../browser/reader.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { attemptAction } from '../../ui/use-action.ts'
import { openRuns, useLiveRun } from '../open-runs.ts'

export type StartRun = (request: SentFormRun) => Promise<ActionResult<RunView>>

type QuickRunOptions = {
  skillName: string
  version: string
  rerunOfId?: string
  /** The server refuses a higher price. */
  maxPrice?: string
  dryRun?: boolean
  startRun: StartRun
  /** The run to show at first. */
  shown?: RunView
}

export function useQuickRun({
  skillName,
  version,
  rerunOfId,
  maxPrice,
  dryRun,
  startRun,
  shown,
}: QuickRunOptions) {
  const { run, follow, cancel } = useLiveRun(shown)
  const [refusal, setRefusal] = useState<PublicError>()
  const [isStarting, setStarting] = useState(false)
  // A ref, because the state would be updated too late for a double click.
  const isBusy = useRef(false)
  const isRunning = isStarting || (run !== undefined && !isEnded(run.state))

  async function start(args: Json) {
    if (isBusy.current || isRunning) return
    isBusy.current = true
    setStarting(true)
    setRefusal(undefined)
    // One key for each click: if the request is repeated, it is the same call.
    const idempotencyKey = newIdempotencyKey()
    const request: SentFormRun = {
      name: skillName,
      version,
      args: JSON.stringify(args),
      timeZone: localTimeZone(),
      rerunOfId,
      idempotencyKey,
      maxPrice,
      ...(dryRun && { dryRun }),
    }
    const result = await attemptAction(() => startRun(request))
    if (result.ok) {
      // If the user leaves this page, the end of the run is reported on another.
      if (!isEnded(result.data.state)) openRuns.add(result.data)
      follow(result.data)
      putRunIntoAddress(result.data.id)
    } else setRefusal(result.error)
    setStarting(false)
    isBusy.current = false
  }

  return { run, refusal, isRunning, start, cancel, refuse: setRefusal }
}

/** A reload, and Back from another page, show the run again. Next follows `replaceState` without loading the page. */
function putRunIntoAddress(id: string): void {
  const url = new URL(window.location.href)
  url.searchParams.set('run', id)
  window.history.replaceState(null, '', url)
}

function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Shows the shortcut of the Run button as the platform writes it; nothing on touch devices. */
export function RunShortcuts() {
  const reader = useReader()
  const isMac = useSyncExternalStore(
    subscribeToNothing,
    () => isApplePlatform(navigator.platform),
    () => reader.isApple ?? false,
  )
  return (
    <span aria-hidden className="hidden items-center gap-1 sm:flex">
      <Kbd>{isMac ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd>↵</Kbd>
    </span>
  )
}

const subscribeToNothing = () => () => {}
