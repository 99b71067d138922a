import { ShieldAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { QuarantineList } from '#components/publishing/recalls/quarantine-list.tsx'
import { RecallList } from '#components/publishing/recalls/recall-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listQuarantines } from '#lib/publishing/recalls/quarantine.ts'
import { listRecalls } from '#lib/publishing/recalls/recall-views.ts'
import { liftQuarantine } from './actions.ts'

export const metadata: Metadata = { title: 'Recalls' }

export default async function RecallsPage() {
  const ctx = await contextFromCookie('review')
  const recalls = await orNotFound(listRecalls(ctx))
  const quarantines = await orNotFound(listQuarantines(ctx, { isActive: true }))
  return (
    <Page
      title="Recalls"
      description="What is in quarantine or was recalled. Put a version into quarantine on its page: one admin can do that, for at most 72 hours. A recall takes two, and so does its retraction."
    >
      <h2 className="font-semibold text-lg tracking-tight">In quarantine</h2>
      {quarantines.length > 0 ? (
        <QuarantineList quarantines={quarantines} lift={liftQuarantine} />
      ) : (
        <EmptyState icon={ShieldAlert} title="Nothing is in quarantine">
          What you put into quarantine appears here until you lift it or its time is over.
        </EmptyState>
      )}
      <h2 className="font-semibold text-lg tracking-tight">Recalls</h2>
      {recalls.length > 0 ? (
        <RecallList recalls={recalls} getHref={paths.recallForAdmin} />
      ) : (
        <EmptyState icon={ShieldAlert} title="Nothing was recalled">
          Propose a recall on the page of a SkillSet. A second admin has to confirm it.
        </EmptyState>
      )}
    </Page>
  )
}
