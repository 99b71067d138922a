'use client'

import type { ReactNode } from 'react'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import type { RecordedExample } from '#lib/runs/views/run-view.ts'
import { formatDuration } from '../../output/format-duration.ts'
import { ResultView } from '../../output/result-view.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

export type ExampleOutputProps = {
  example: RecordedExample
  version: string
  response?: JsonSchema
  /** The message of the output, rendered on the server. */
  message?: ReactNode
  onUse?: () => void
}

/** The output of an example, which is shown until the user runs the skill. */
export function ExampleOutput({ example, version, response, message, onUse }: ExampleOutputProps) {
  const { title, output, ran } = example
  return (
    <section
      aria-label="Example output"
      className="min-w-0 rounded-lg border border-border border-dashed bg-card"
    >
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-1 sm:px-5">
        <h2 className="font-semibold text-sm">Example output</h2>
        <Badge variant="outline">{title}</Badge>
        {ran?.durationMs != null && (
          <span className="ml-auto text-muted-foreground text-xs tabular-nums">
            {formatDuration(ran.durationMs)}
          </span>
        )}
      </header>
      <div className="grid min-w-0 gap-4 px-4 pt-2 pb-4 sm:px-5 sm:pb-5">
        <ResultView key={title} value={output} schema={response} message={message} place="example" />
        <div className="flex flex-wrap items-center justify-between gap-3 border-border border-t pt-4">
          <p className="min-w-0 flex-1 basis-56 text-pretty text-muted-foreground text-xs">
            {ran ? (
              <>
                Recorded when version {version} was reviewed, on <Time at={ran.atMs} style="day" />. Your
                result will replace it.
              </>
            ) : (
              'The output that the publisher expects. Your result will replace it.'
            )}
          </p>
          {onUse && (
            <Button type="button" variant="outline" size="sm" onClick={onUse}>
              Use this input
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
