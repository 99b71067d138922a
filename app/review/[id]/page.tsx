import type { Metadata } from 'next'
import { cache, Suspense } from 'react'
import { AppealButton } from '#components/publishing/review/appeals/appeal-button.tsx'
import {
  EarlierFindings,
  OpenFindings,
  StatementOfFindings,
} from '#components/publishing/review/findings/findings-sections.tsx'
import type { ReviewKey } from '#components/publishing/review/keys/review-key-map.ts'
import { ReviewKeys } from '#components/publishing/review/keys/review-keys.tsx'
import { PublisherRecordFacts } from '#components/publishing/review/publisher-record.tsx'
import { ReviewHints } from '#components/publishing/review/submission/check-views.tsx'
import { DecisionBar } from '#components/publishing/review/submission/decision-bar.tsx'
import { NextInQueue } from '#components/publishing/review/submission/next-in-queue.tsx'
import { SubmissionHeader } from '#components/publishing/review/submission/submission-header.tsx'
import { SubmissionSections } from '#components/publishing/review/submission/submission-sections.tsx'
import {
  EarlierDecision,
  SubmissionSummary,
} from '#components/publishing/review/submission/submission-summary.tsx'
import { ReviewTryOut } from '#components/publishing/studio/examples/review-try-out.tsx'
import { WithdrawButton } from '#components/publishing/submissions/withdraw-button.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { PageSkeleton } from '#components/shell/page-skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { type AppealState, findAppealState } from '#lib/publishing/review/appeals/appeals.ts'
import { getSubmission, getSubmissionTitle } from '#lib/publishing/review/read/get-submission.ts'
import type { SubmissionPage as SubmissionPageView } from '#lib/publishing/review/review-views.ts'
import { openAppeal } from '../appeals/actions.ts'
import {
  addFinding,
  answerFinding,
  commentOnLine,
  commentOnSubmission,
  decideSubmission,
  quoteFinding,
  removeFinding,
  trySubmission,
  withdrawSubmission,
} from './actions.ts'

const KEYS: ReviewKey[] = [']', '[', 'c', 'n', 'q']
const DECIDING_KEYS: ReviewKey[] = ['a', 'r', 'x', ...KEYS]

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ against?: string | string[] }> }

const readTitle = cache(async (id: string) =>
  orNotFound(getSubmissionTitle(await contextFromCookie('review'), id)),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${await readTitle((await params).id)} · Review` }
}

/** Reads the title before streaming, so that a refusal can set the status code. */
export default async function SubmissionPage({ params, searchParams }: Props) {
  const { id } = await params
  const { against } = await searchParams
  const title = await readTitle(id)
  return (
    <PageContent className="grid grid-cols-1 gap-8" width="wide">
      <Suspense fallback={<PageSkeleton title={title} />}>
        <Submission id={id} title={title} against={against === 'version' ? against : undefined} />
      </Suspense>
    </PageContent>
  )
}

type SubmissionProps = { id: string; title: string; against: 'version' | undefined }

async function Submission({ id, title, against }: SubmissionProps) {
  const page = await orNotFound(getSubmission(await contextFromCookie('review'), id, against))
  const { viewer, decision, reviewer } = page
  const appeal =
    decision?.kind === 'REJECTED'
      ? await findAppealState(await contextFromCookie('review'), { kind: 'rejection', subjectId: id })
      : null
  const quoting = viewer.canDecide ? { quote: quoteFinding.bind(null, id), quoted: page.findings } : undefined
  const nextHref = reviewer?.next ? paths.submission(reviewer.next.id) : undefined
  return (
    <>
      <SubmissionHeader
        page={page}
        actions={
          viewer.canWithdraw && <WithdrawButton title={title} withdraw={withdrawSubmission.bind(null, id)} />
        }
      />
      {appeal && <AppealNote title={title} id={id} state={appeal} canAppeal={viewer.canAppeal} />}
      <SubmissionSummary page={page} />
      {reviewer?.record && (
        <PublisherRecordFacts
          record={reviewer.record}
          publisher={page.publisher.displayName}
          className="text-muted-foreground text-sm [overflow-wrap:anywhere]"
        />
      )}
      <EarlierDecision earlier={page.earlierDecision} />
      <ReviewHints hints={page.hints} isOwn={viewer.isPublisher} quoting={quoting} />
      <SubmissionSections
        page={page}
        addComment={commentOnSubmission.bind(null, id)}
        commentOnLine={commentOnLine.bind(null, id)}
        quoting={quoting}
        findings={showFindings(page)}
        earlierFindings={
          page.earlierFindings.length > 0 && <EarlierFindings findings={page.earlierFindings} />
        }
        tryOut={
          reviewer && (
            <ReviewTryOut
              skills={reviewer.tryOut}
              definitions={page.config.after}
              testSettings={reviewer.testSettings}
              startRun={trySubmission.bind(null, id)}
            />
          )
        }
      />
      {reviewer && <ReviewKeys keys={decision ? KEYS : DECIDING_KEYS} nextHref={nextHref} />}
      {viewer.isAdmin && !decision && (
        <DecisionBar
          title={title}
          decide={decideSubmission.bind(null, id)}
          disabledReason={viewer.decisionError}
          findingCount={page.findings.filter(({ submissionId }) => submissionId === id).length}
          newPackages={page.packages.toAcknowledge}
          newBehaviour={page.behaviour.toAcknowledge}
        />
      )}
      {reviewer && decision && <NextInQueue next={reviewer.next} />}
    </>
  )
}

function showFindings({ id, decision, findings, viewer }: SubmissionPageView) {
  if (!decision)
    return viewer.canDecide ? (
      <OpenFindings
        findings={findings}
        add={addFinding.bind(null, id)}
        remove={removeFinding.bind(null, id)}
      />
    ) : null
  if (findings.length === 0) return null
  return <StatementOfFindings findings={findings} answer={viewer.canAnswer ? answerFinding : undefined} />
}

type AppealNoteProps = { title: string; id: string; state: AppealState; canAppeal: boolean }

/** The publisher's way to contest a rejection; everyone else who reads the page sees that there is an appeal. */
function AppealNote({ title, id, state, canAppeal }: AppealNoteProps) {
  if (canAppeal)
    return <AppealButton title={title} state={state} open={openAppeal.bind(null, 'rejection', id)} />
  if (state.kind !== 'appealed') return null
  return (
    <p className="text-sm">
      The publisher contests this decision: <TextLink href={paths.appeal(state.id)}>open the appeal</TextLink>
      .
    </p>
  )
}
