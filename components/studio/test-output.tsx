'use client'

import { SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { ErrorView } from '../output/error-view.tsx'
import { OutputPanel } from '../output/output-panel.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { asSchema } from './schema/schema-table.ts'
import type { TestRunState } from './use-test-run.ts'

type TestOutputProps = {
  test: TestRunState
  /** The response as it is written now. */
  response: Json | undefined
  /** What can be done with the result. */
  actions?: ReactNode
}

/** What came of a test run. */
export function TestOutput({ test, response, actions }: TestOutputProps) {
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
        The output appears here, with the logs and whatever it breaks of its promise.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-2">
      <OutputPanel
        run={run}
        response={isObject(response) ? asSchema(response) : undefined}
        actions={run.state === 'succeeded' ? actions : undefined}
      />
      {isRunning && (
        <Button variant="outline" size="sm" className="w-fit" onClick={cancel}>
          Cancel the run
        </Button>
      )}
    </div>
  )
}
