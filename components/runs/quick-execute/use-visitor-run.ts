'use client'

import { useState } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { SentFormRun } from '#lib/runs/start/run-options.ts'
import type { VisitorRun } from '#lib/runs/views/run-view.ts'
import { attemptAction } from '../../ui/use-action.ts'

export type RunForVisitor = (request: SentFormRun) => Promise<ActionResult<VisitorRun>>

type Target = { name: string; version: string }

/** Runs a skill without an account. The result is only in this page. */
export function useVisitorRun(target: Target, runForVisitor: RunForVisitor) {
  const [run, setRun] = useState<VisitorRun>()
  const [refusal, setRefusal] = useState<PublicError>()
  const [isRunning, setRunning] = useState(false)

  async function start(args: Json) {
    if (isRunning) return
    setRunning(true)
    setRefusal(undefined)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const request = { ...target, args: JSON.stringify(args), timeZone }
    const result = await attemptAction(() => runForVisitor(request))
    setRun(result.ok ? result.data : undefined)
    if (!result.ok) setRefusal(result.error)
    setRunning(false)
  }

  return { run, refusal, isRunning, start }
}
