import type { Metadata } from 'next'
import { SignOutEverywhere } from '#components/account/profile-forms.tsx'
import { ConnectionList, SessionList } from '#components/account/session-list.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listConnections, listSessions } from '#lib/accounts/sessions.ts'
import { orNotFound } from '#lib/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { signOutEverywhere } from '../actions.ts'
import { endSession, revokeConnection } from './actions.ts'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const ctx = await contextFromCookie()
  const [sessions, connections] = await orNotFound(Promise.all([listSessions(ctx), listConnections(ctx)]))

  return (
    <PageContent width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader title="Security" description="Where you are signed in, and which programs act for you." />
      <SectionCard
        id="sessions"
        title="Sessions"
        description="Lost a device or used a shared computer? Sign it out here, or sign out everywhere."
        className="grid grid-cols-1 gap-5"
      >
        <SessionList sessions={sessions} end={endSession} />
        <SignOutEverywhere signOut={signOutEverywhere} />
      </SectionCard>
      <SectionCard
        id="connections"
        title="API keys and connected apps"
        description="They act as you, in the organisation they were made for, until you revoke them."
      >
        {connections.length > 0 ? (
          <ConnectionList connections={connections} revoke={revokeConnection} />
        ) : (
          <p className="text-muted-foreground text-sm">No program acts for you.</p>
        )}
      </SectionCard>
    </PageContent>
  )
}
