'use client'

/** What came of one attempt: its data as the tool's contract describes it, or why there is none; and what changed. */
import type { ReactNode } from 'react'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { ToolResult } from '#lib/contract/plan/tool-result.ts'
import { type Issue, issueText } from '#lib/errors.ts'
import { durationText } from '../../output/duration-text.ts'
import { ResultView } from '../../output/result-view.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Link } from '../../ui/link.tsx'
import { EffectsList } from './effects-list.tsx'

type Props = {
  result: ToolResult
  schema?: JsonSchema
  /** What can be done about it. */
  remedy?: ReactNode
}

export function ToolResultView({ result, schema, remedy }: Props) {
  const { data, error, dryRun = false, effects, userMessage, durationMs, callId, attempt, status } = result
  return (
    <div className="grid min-w-0 gap-3">
      {userMessage && <p className="text-muted-foreground text-sm">{userMessage}</p>}
      {error && (
        <Alert variant={status === 'cancelled' ? 'info' : 'destructive'} role="group" title={error.message}>
          <Details details={error.details} />
          {remedy}
          <p className="pt-1 text-muted-foreground text-xs">
            <code>{error.code}</code>
            {error.retryable && error.code !== 'NOT_FOUND' && ' · trying again may help'}
          </p>
        </Alert>
      )}
      {effects && <EffectsList effects={effects} isDryRun={dryRun} />}
      {data !== undefined && <ResultView value={data} schema={schema} />}
      <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
        <span className="tabular-nums">{durationText(durationMs)}</span>
        {attempt > 1 && <span>attempt {attempt}</span>}
        {hasRun(result) && (
          <Link href={paths.run(callId)} className="underline underline-offset-4">
            The run of this call
          </Link>
        )}
      </p>
    </div>
  )
}

/** What was refused, or skipped, before there was a run has an id of its plan’s. */
function hasRun({ callId, runId, status }: ToolResult): boolean {
  return callId !== '' && status !== 'skipped' && !(runId && callId.startsWith(`${runId}:`))
}

/** The issues by field, when the error brought some. */
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
