import type { Metadata } from 'next'
import { OwnReplayView } from '#components/publishing/replay/own-replay-view.tsx'
import { Page } from '#components/shell/page.tsx'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getOwnReplay } from '#lib/publishing/replay/own-replays.ts'
import { answerReplay, showReplayCase } from '../actions.ts'

export const metadata: Metadata = { title: 'Update tried on your runs' }

export default async function UpdatePage({ params }: PageProps<'/runs/updates/[submission]'>) {
  const { submission } = await params
  const replay = await orNotFound(getOwnReplay(await contextFromCookie(), submission))
  return (
    <Page
      title={`${replay.skillSet.title} ${replay.number}`}
      description="What this version would change in your past runs."
    >
      <OwnReplayView replay={replay} show={showReplayCase} answer={answerReplay} />
    </Page>
  )
}
