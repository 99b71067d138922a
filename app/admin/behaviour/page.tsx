import { Radar } from 'lucide-react'
import type { Metadata } from 'next'
import { FirstEverList } from '#components/admin/first-ever-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { listFirstEverBehaviour } from '#lib/behaviour/first-ever-behaviour.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { resumeVersion } from './actions.ts'

export const metadata: Metadata = { title: 'New behaviour' }

export default async function BehaviourPage() {
  const versions = await orNotFound(listFirstEverBehaviour(await contextFromCookie('review')))
  return (
    <Page
      title="New behaviour"
      description="What published versions did for the first time, although their code did not change: neither their examples nor an earlier run had done it. Look whether it fits the skill. If it does not, take the version down on its page."
    >
      {versions.length > 0 ? (
        <FirstEverList versions={versions} resume={resumeVersion} />
      ) : (
        <EmptyState icon={Radar} title="Nothing new was seen">
          Versions do what their examples showed. Under Site settings you choose whether new behaviour pauses
          a version.
        </EmptyState>
      )}
    </Page>
  )
}
