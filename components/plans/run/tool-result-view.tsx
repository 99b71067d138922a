'use client'

import { type Issue, issueText } from '#lib/kernel/errors.ts'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { PublicToolResult } from '#lib/runs/model/tool-result.ts'
import { EffectsList } from '../../output/effects-list.tsx'
import { formatDuration } from '../../output/format-duration.ts'
import { ResultView } from '../../output/result-view.tsx'
import { Alert } from '../../ui/alert.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type Props = {
  result: PublicToolResult
  schema?: JsonSchema
  isUndone?: boolean
  plannedText?: string
}

export function ToolResultView({ result, schema, isUndone, plannedText }: Props) {
  const { data, error, dryRun = false, effects, userMessage, durationMs, callId, attempt, status } = result
  return (
    <div className="grid min-w-0 gap-3">
      {error && (
        <Alert variant={status === 'cancelled' ? 'info' : 'destructive'} role="group" title={error.message}>
          <Details details={error.details} />
          <p className="pt-1 text-muted-foreground text-xs">
            <code>{error.code}</code>
            {error.retryable && error.code !== 'NOT_FOUND' && ' · retrying may help'}
          </p>
        </Alert>
      )}
      {userMessage && <p className="text-muted-foreground text-sm">{userMessage}</p>}
      {effects && isUndone && (
        <p className="text-sm">These changes were undone. The files are as they were before.</p>
      )}
      {effects && !isUndone && <EffectsList effects={effects} isDryRun={dryRun} />}
      {plannedText !== undefined && (
        <figure className="grid gap-1.5">
          <figcaption className="text-muted-foreground text-xs">
            The text that the step would write
          </figcaption>
          <section
            aria-label="The text that the step would write"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
            tabIndex={0}
            className="max-h-80 overflow-auto rounded-md bg-muted p-3"
          >
            <pre className="whitespace-pre-wrap text-xs [overflow-wrap:anywhere]">{plannedText}</pre>
          </section>
        </figure>
      )}
      {data !== undefined && <ResultView value={data} schema={schema} />}
      <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
        <span className="tabular-nums">{formatDuration(durationMs)}</span>
        {attempt > 1 && <span>attempt {attempt}</span>}
        {hasRun(result) && <TextLink href={paths.run(callId)}>View run</TextLink>}
      </p>
    </div>
  )
}

/** Tells whether the tool was called: a step that was refused or skipped before has an id derived from its plan run. */
function hasRun({ callId, runId, status }: PublicToolResult): boolean {
  return callId !== '' && status !== 'skipped' && !(runId && callId.startsWith(`${runId}:`))
}

function Details({ details }: { details: unknown }) {
  const issues = Array.isArray(details) ? details.filter(isIssue) : []
  if (issues.length === 0) return null
  return (
    <ul className="list-disc pl-5">
      {issues.map((issue) => (
        <li key={`${issue.path} ${issue.message}`}>{issueText(issue)}</li>
      ))}
    </ul>
  )
}

function isIssue(value: unknown): value is Issue {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value
}
