'use client'

import dynamic from 'next/dynamic'
import { useCallback, useEffect, useState } from 'react'
import { STATE_LABELS } from '#lib/contracts/versions/version-states.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { DraftChecklist } from '#lib/publishing/drafts/check-draft.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card, CardContent } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/empty-state.tsx'
import { LazyMarkdown } from '../../../ui/markdown/lazy-markdown.tsx'
import { Time } from '../../../ui/time.tsx'
import { attemptAction } from '../../../ui/use-action.ts'
import { CommentThread } from '../../submissions/comment-thread.tsx'
import { WithdrawButton } from '../../submissions/withdraw-button.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { describeSubmissionStatus } from './describe-submission-status.ts'
import { CheckLines, SubmitPanel } from './submit-panel.tsx'

// Few drafts have packages.
const AdvisoryList = dynamic(async () => (await import('../../advisory-list.tsx')).AdvisoryList)

/** Opening the section runs nothing, because examples may cost money and have effects. */
export function ChecklistSection() {
  const { data } = useStudio()
  const isWaiting = data.submissionStatus.state === 'IN_REVIEW'
  return (
    <StudioSection
      location={{ section: 'checklist' }}
      title="Checklist & submit"
      description="All checks must pass. They include running your examples in the sandbox."
    >
      <div className="grid max-w-3xl gap-8">
        <SubmissionStatusPanel />
        {!isWaiting && <Checks />}
      </div>
    </StudioSection>
  )
}

function Checks() {
  const { checklist, error, isChecking, isCurrent, check, reload } = useChecklist()
  if (!checklist) return error ? <Alert variant="destructive">{error.message}</Alert> : <ChecklistSkeleton />
  const hasPassed = isCurrent && checklist.lines.every(({ ok }) => ok)
  const hasFailed = checklist.lines.some(({ ok, notRun }) => !ok && !notRun)
  return (
    <>
      <RunChecks checklist={checklist} isChecking={isChecking} onCheck={check} />
      {error && <Alert variant="destructive">{error.message}</Alert>}
      <CheckLines lines={checklist.lines} onAnswer={reload} />
      {checklist.advisories && <AdvisoryList report={checklist.advisories} />}
      <SubmitPanel
        hasPassed={hasPassed}
        reason={submitDisabledReason({ hasPassed, hasFailed, isChecking })}
      />
    </>
  )
}

function submitDisabledReason({
  hasPassed,
  hasFailed,
  isChecking,
}: Record<'hasPassed' | 'hasFailed' | 'isChecking', boolean>) {
  if (isChecking) return 'Checking…'
  if (hasPassed) return undefined
  return hasFailed ? 'Fix the failed checks, then check again.' : 'Run the checks first.'
}

function useChecklist() {
  const { actions, store, state, touchAll } = useStudio()
  const [checklist, setChecklist] = useState<DraftChecklist>()
  const [error, setError] = useState<PublicError>()
  const [isChecking, setChecking] = useState(false)
  // The number of edits at the last check: any later edit makes the checklist outdated.
  const [checkedEdits, setCheckedEdits] = useState(0)

  const load = useCallback(
    async (read: () => Promise<ActionResult<DraftChecklist>>) => {
      setChecking(true)
      setError(undefined)
      touchAll()
      await store.flush()
      const { edits } = store.get()
      const result = await attemptAction(read)
      if (result.ok) {
        setChecklist(result.data)
        setCheckedEdits(edits)
      } else setError(result.error)
      setChecking(false)
    },
    [store, touchAll],
  )

  useEffect(() => {
    void load(actions.readChecklist)
  }, [load, actions])

  const check = () => load(() => actions.check(checklist?.offer.maxPrice ?? '0'))
  const reload = () => load(actions.readChecklist)
  return { checklist, error, isChecking, isCurrent: checkedEdits === state.edits, check, reload }
}

type RunChecksProps = { checklist: DraftChecklist; isChecking: boolean; onCheck: () => void }

function RunChecks({ checklist: { offer, checkedAtMs }, isChecking, onCheck }: RunChecksProps) {
  const price = offer.maxPrice === '0' ? '' : ` for up to ${offer.maxPrice} USDC`
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" pending={isChecking} onClick={onCheck} aria-describedby="checks-note">
          {checkedAtMs === null ? 'Run checks' : 'Check again'}
          {price}
        </Button>
        {checkedAtMs !== null && (
          <p className="text-muted-foreground text-sm">
            Checked <Time at={checkedAtMs} />
          </p>
        )}
      </div>
      <div id="checks-note" className="grid gap-1 text-muted-foreground text-sm">
        {offer.examples > 0 ? (
          <p>
            Runs {plural(offer.examples, 'example')} in the sandbox, {describeDryRuns(offer)}.{' '}
            {price
              ? `The skills that they call cost up to ${offer.maxPrice} USDC together.`
              : 'This is free.'}{' '}
            The results are kept until you change the draft, so that submitting does not run them again.
          </p>
        ) : (
          <p>Runs nothing, because the draft has no examples that can run.</p>
        )}
        {offer.effects.length > 0 && (
          <details>
            <summary>What the examples may do</summary>
            <ul className="list-disc pl-5">
              {offer.effects.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

function describeDryRuns({ examples, dryRuns }: DraftChecklist['offer']): string {
  if (dryRuns === 0) return 'for real'
  return dryRuns === examples ? 'as dry runs' : `${dryRuns} as dry runs and the others for real`
}

function ChecklistSkeleton() {
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
  const { state, versionNumber, submissionId, note, decision } = data.submissionStatus
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
        {note && (
          <div className="grid gap-1">
            <p className="text-muted-foreground">Note to the reviewers</p>
            <LazyMarkdown text={note} headingLevel={4} />
          </div>
        )}
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
