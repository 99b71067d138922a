import type { Metadata } from 'next'
import { cache } from 'react'
import { DecisionBar } from '#components/review/decision-bar.tsx'
import { LookFirst } from '#components/review/look-first.tsx'
import { SubmissionHead } from '#components/review/submission-head.tsx'
import { SubmissionSections } from '#components/review/submission-sections.tsx'
import { Summary } from '#components/review/summary.tsx'
import { Withdraw } from '#components/review/withdraw.tsx'
import { Page } from '#components/shell/page.tsx'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { getSubmission } from '#lib/review/get-submission.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { commentOnSubmission, decideSubmission, withdrawSubmission } from './actions.ts'

type Props = { params: Promise<{ id: string }> }

// The title and the page ask the same question.
const openSubmission = cache(async (id: string) =>
  orNotFound(getSubmission(await contextFromCookie('review'), id)),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { skillSet, version } = await openSubmission((await params).id)
  return { title: `${skillSet.name} ${version.number} · Review` }
}

/** Read by admins, who decide, and by the publisher’s people, who wait. */
export default async function SubmissionPage({ params }: Props) {
  const { id } = await params
  const page = await openSubmission(id)
  const { viewer, decision } = page
  const title = `${page.skillSet.name} ${page.version.number}`

  return (
    <Page className="grid grid-cols-1 gap-8" width="wide">
      <SubmissionHead
        page={page}
        actions={
          viewer.canWithdraw && <Withdraw title={title} withdraw={withdrawSubmission.bind(null, id)} />
        }
      />
      <Summary page={page} />
      <LookFirst hints={page.hints} isOwn={viewer.isPublisher} />
      <SubmissionSections page={page} addComment={commentOnSubmission.bind(null, id)} />
      {viewer.isAdmin && !decision && (
        <DecisionBar title={title} decide={decideSubmission.bind(null, id)} whyNot={viewer.whyNotDecide} />
      )}
    </Page>
  )
}
