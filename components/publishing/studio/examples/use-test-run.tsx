'use client'

import { SquareTerminal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SkillButton } from '#lib/contracts/document/skillset-document.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import type { SentTestRun } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { type CancelRun, CancelRunButton } from '../../../output/cancel-run-button.tsx'
import { ErrorView } from '../../../output/error-view.tsx'
import { OutputPanel } from '../../../output/output-panel.tsx'
import { useLiveRun } from '../../../runs/open-runs.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { attemptAction } from '../../../ui/use-action.ts'
import { asSchema } from '../schema/schema-table.ts'
import { useStudio } from '../state/studio-context.tsx'

type TestRequest = { skillSlug: string; args: Json; config?: Json; maxPrice?: string }

type TestRunState = {
  run?: RunView
  error?: PublicError
  isRunning: boolean
  start: (request: TestRequest) => Promise<void>
  cancel: CancelRun
}

const NOT_SAVED: PublicError = {
  code: 'CONFLICT',
  message: 'The draft could not be saved, so the test did not run.',
  recoverable: true,
}

/** Returns what a test run may cost, and what the label of its button adds to say so. */
export function useTestPrice(skillSlug: string): { maxPrice: string; priceLabel: string } {
  const maxPrice = useStudio().state.callPrices?.[skillSlug] ?? '0'
  return { maxPrice, priceLabel: maxPrice === '0' ? '' : ` for up to ${maxPrice} USDC` }
}

/** Saves the draft before each run, because the server runs the saved one. */
export function useDraftTestRun(): TestRunState {
  const { actions, store } = useStudio()
  return useTestRun(async (request) =>
    (await store.flush()) ? actions.run(request) : { ok: false, error: NOT_SAVED },
  )
}

export function useTestRun(startRun: (request: SentTestRun) => Promise<ActionResult<RunView>>): TestRunState {
  const { run, follow, cancel } = useLiveRun()
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<PublicError>()

  async function start({ skillSlug, args, config, maxPrice }: TestRequest) {
    setStarting(true)
    setError(undefined)
    follow(undefined)
    const result = await attemptAction(() =>
      startRun({
        skillSlug,
        args: JSON.stringify(args),
        config: config === undefined ? undefined : JSON.stringify(config),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        maxPrice,
      }),
    )
    if (result.ok) follow(result.data)
    else setError(result.error)
    setStarting(false)
  }

  const isOpen = run !== undefined && !isEnded(run.state)
  return { run, error, isRunning: isStarting || isOpen, start, cancel }
}

type TestOutputProps = {
  test: TestRunState
  response: Json | undefined
  buttons?: readonly SkillButton[]
  onRun?: (input: Json) => void
  actions?: ReactNode
}

export function TestOutput({ test, response, buttons, onRun, actions }: TestOutputProps) {
  const { run, error, isRunning, cancel } = test
  if (error) {
    return (
      <section aria-label="Output" className="rounded-lg border border-border bg-card p-5">
        <ErrorView error={error} />
      </section>
    )
  }
  if (!run) {
    return (
      <EmptyState icon={SquareTerminal} title="Nothing has run yet" className="min-h-48">
        The output appears here with the logs and any contract violations.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-2">
      <OutputPanel
        run={run}
        response={isObject(response) ? asSchema(response) : undefined}
        buttons={buttons}
        onRun={isRunning ? undefined : onRun}
        actions={run.state === 'succeeded' ? actions : undefined}
      />
      {isRunning && <CancelRunButton cancel={cancel} label="Cancel run" size="sm" className="w-fit" />}
    </div>
  )
}
