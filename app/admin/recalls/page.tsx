import { ShieldAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { QuarantineList } from '#components/publishing/recalls/quarantine-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listQuarantines } from '#lib/publishing/recalls/quarantine.ts'
import { liftQuarantine } from './actions.ts'

export const metadata: Metadata = { title: 'Recalls' }

export default async function RecallsPage() {
  const ctx = await contextFromCookie('review')
  const quarantines = await orNotFound(listQuarantines(ctx, { isActive: true }))
  return (
    <Page
      title="Recalls"
      description="What is in quarantine or was recalled. Put a version into quarantine on its page: one admin can do that, for at most 72 hours."
    >
      {quarantines.length > 0 ? (
        <QuarantineList quarantines={quarantines} lift={liftQuarantine} />
      ) : (
        <EmptyState icon={ShieldAlert} title="Nothing is in quarantine">
          What you put into quarantine appears here until you lift it or its time is over.
        </EmptyState>
      )}
    </Page>
  )
}
