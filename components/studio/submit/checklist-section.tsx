'use client'

import { useCallback, useEffect, useState } from 'react'
import type { PublicError } from '#lib/errors.ts'
import { paths } from '#lib/site/paths.ts'
import type { ChecklistLine } from '#lib/skillset/checks/checklist.ts'
import { STATE_LABELS } from '#lib/skillset/versions/version-states.ts'
import { CommentThread } from '../../submissions/comment-thread.tsx'
import { WithdrawButton } from '../../submissions/withdraw-button.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Badge, type BadgeVariant } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, CardContent } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/empty-state.tsx'
import { LazyMarkdown } from '../../ui/markdown/lazy-markdown.tsx'
import { Time } from '../../ui/time.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { describeSubmissionStatus } from './describe-submission-status.ts'
import { CheckLines, SubmitPanel } from './submit-panel.tsx'

export function ChecklistSection() {
  const { data, actions, store, state, askAll } = useStudio()
  const isWaiting = data.submissionStatus.state === 'IN_REVIEW'
  const [lines, setLines] = useState<ChecklistLine[]>()
  const [error, setError] = useState<PublicError>()
  const [isChecking, setChecking] = useState(false)
  // Later edits make it outdated.
  const [checkedEdits, setCheckedEdits] = useState(0)

  const check = useCallback(async () => {
    setChecking(true)
    setError(undefined)
    askAll()
    await store.flush()
    const answer = await actions.check()
    if (answer.ok) setLines(answer.data)
    else setError(answer.error)
    setCheckedEdits(store.get().edits)
    setChecking(false)
  }, [actions, store, askAll])

  useEffect(() => {
    if (!isWaiting) void check()
  }, [check, isWaiting])

  const isGreen = lines?.every(({ ok }) => ok) === true && checkedEdits === state.edits
  return (
    <StudioSection
      location={{ section: 'checklist' }}
      title="Checklist & submit"
      description="All checks must pass. They include running your examples in the sandbox."
      actions={
        !isWaiting && (
          <Button variant="outline" pending={isChecking} onClick={check}>
            Check again
          </Button>
        )
      }
    >
      <div className="grid max-w-3xl gap-8">
        <SubmissionStatusPanel />
        {!isWaiting && (
          <>
            {error && <Alert variant="destructive">{error.message}</Alert>}
            {lines ? <CheckLines lines={lines} onAnswer={check} /> : <Waiting />}
            <SubmitPanel isGreen={isGreen} isChecked={lines !== undefined && !isChecking} />
          </>
        )}
      </div>
    </StudioSection>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Checking…</span>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  )
}

const VARIANTS: Record<string, BadgeVariant> = {
  IN_REVIEW: 'info',
  CHANGES_REQUESTED: 'warning',
  REJECTED: 'destructive',
  PUBLISHED: 'success',
}

function SubmissionStatusPanel() {
  const { data, actions } = useStudio()
  const { state, versionNumber, submissionId, decision } = data.submissionStatus
  if (!state || !versionNumber || !submissionId) return null
  const isWaiting = state === 'IN_REVIEW'
  return (
    <Card>
      <CardContent className="grid gap-4 text-sm">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="font-semibold">Version {versionNumber}</h3>
          <Badge variant={VARIANTS[state] ?? 'neutral'}>{STATE_LABELS[state]}</Badge>
          <span className="text-muted-foreground">{describeSubmissionStatus(data.submissionStatus)}</span>
        </div>
        {decision && (
          <div className="grid gap-1">
            <p className="text-muted-foreground">
              {decision.by}, <Time at={decision.atMs} />
            </p>
            {decision.reason && <LazyMarkdown text={decision.reason} headingLevel={4} />}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <LinkButton href={paths.submission(submissionId)} variant="outline">
            Open the submission
          </LinkButton>
          {isWaiting && (
            <WithdrawButton
              title={`version ${versionNumber}`}
              withdraw={() => actions.withdraw(submissionId)}
            />
          )}
        </div>
        {(isWaiting || state === 'CHANGES_REQUESTED') && (
          <CommentThread
            comments={data.comments}
            revision={data.revision}
            otherSide="the admins"
            addComment={(body) => actions.comment(submissionId, body)}
          />
        )}
      </CardContent>
    </Card>
  )
}
