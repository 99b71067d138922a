import type { Metadata } from 'next'
import { ProposeRecall } from '#components/publishing/recalls/propose-recall.tsx'
import { Page } from '#components/shell/page.tsx'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getRecallChoices } from '#lib/publishing/recalls/recall-views.ts'
import { proposeRecall } from '../actions.ts'

export const metadata: Metadata = { title: 'Propose a recall' }

type Props = { searchParams: Promise<{ skillset?: string | string[] }> }

export default async function ProposeRecallPage({ searchParams }: Props) {
  const { skillset } = await searchParams
  const ctx = await contextFromCookie('review')
  const choices = await orNotFound(getRecallChoices(ctx, typeof skillset === 'string' ? skillset : ''))
  return (
    <Page
      width="reading"
      title={`Propose a recall of ${choices.skillSet.title}`}
      description="A second admin has to confirm it; nothing changes before that. Put the versions into quarantine first if they do harm now."
    >
      <ProposeRecall choices={choices} propose={proposeRecall} />
    </Page>
  )
}
