import type { Metadata } from 'next'
import { cache, Suspense } from 'react'
import { DecisionBar } from '#components/review/decision-bar.tsx'
import { ReviewHints } from '#components/review/review-hints.tsx'
import { SubmissionHead } from '#components/review/submission-head.tsx'
import { SubmissionSections } from '#components/review/submission-sections.tsx'
import { Summary } from '#components/review/summary.tsx'
import { Withdraw } from '#components/review/withdraw.tsx'
import { Page } from '#components/shell/page.tsx'
import { PageSkeleton } from '#components/shell/page-skeleton.tsx'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { getSubmission, getSubmissionTitle } from '#lib/review/get-submission.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { commentOnSubmission, decideSubmission, withdrawSubmission } from './actions.ts'

type Props = { params: Promise<{ id: string }> }

// The title and the page ask the same question.
const readTitle = cache(async (id: string) =>
  orNotFound(getSubmissionTitle(await contextFromCookie('review'), id)),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${await readTitle((await params).id)} · Review` }
}

/**
 * Read by admins, who decide, and by the publisher’s people, who wait. Who may read it is asked first, so that a
 * refusal has its status; what takes time to compare comes after.
 */
export default async function SubmissionPage({ params }: Props) {
  const { id } = await params
  const title = await readTitle(id)
  return (
    <Page className="grid grid-cols-1 gap-8" width="wide">
      <Suspense fallback={<PageSkeleton title={title} />}>
        <Submission id={id} title={title} />
      </Suspense>
    </Page>
  )
}

async function Submission({ id, title }: { id: string; title: string }) {
  const page = await orNotFound(getSubmission(await contextFromCookie('review'), id))
  const { viewer, decision } = page
  return (
    <>
      <SubmissionHead
        page={page}
        actions={
          viewer.canWithdraw && <Withdraw title={title} withdraw={withdrawSubmission.bind(null, id)} />
        }
      />
      <Summary page={page} />
      <ReviewHints hints={page.hints} isOwn={viewer.isPublisher} />
      <SubmissionSections page={page} addComment={commentOnSubmission.bind(null, id)} />
      {viewer.isAdmin && !decision && (
        <DecisionBar title={title} decide={decideSubmission.bind(null, id)} whyNot={viewer.whyNotDecide} />
      )}
    </>
  )
}
