import type { Metadata } from 'next'
import { SiteDays } from '#components/admin/site-days.tsx'
import { WaitingList } from '#components/admin/waiting-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { getSiteOverview } from '#lib/admin/overview.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const { waiting, days, total } = await orNotFound(contextFromCookie().then(getSiteOverview))
  return (
    <Page title="Overview" description="What waits for an admin, and the last 30 days of this site.">
      <WaitingList waiting={waiting} />
      <SiteDays days={days} total={total} />
    </Page>
  )
}
