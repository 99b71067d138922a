import { Flag } from 'lucide-react'
import type { Metadata } from 'next'
import { ReportList } from '#components/feedback/report-list.tsx'
import { TabLinks } from '#components/review/tab-links.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { listReports } from '#lib/feedback/report.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { closeReport } from './actions.ts'

export const metadata: Metadata = { title: 'Reports' }

type Props = { searchParams: Promise<{ tab?: string | string[] }> }

export default async function ReportsPage({ searchParams }: Props) {
  const isOpen = (await searchParams).tab !== 'answered'
  const { lines, open } = await orNotFound(listReports(await contextFromCookie('review'), { isOpen }))

  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.review}>Review</BackLink>}
        title="Reports"
        description="What people say is wrong with a SkillSet. The longest waiting comes first."
      />
      <TabLinks
        label="Reports"
        tabs={[
          { label: 'Open', href: paths.reports, isHere: isOpen, count: open },
          { label: 'Answered', href: `${paths.reports}?tab=answered`, isHere: !isOpen },
        ]}
      />
      {lines.length > 0 ? (
        <ReportList reports={lines} close={closeReport} />
      ) : (
        <EmptyState icon={Flag} title={isOpen ? 'Nothing is reported' : 'Nothing was answered yet'}>
          {isOpen
            ? 'When somebody reports a SkillSet it appears here, and you get a notice.'
            : 'Reports that you answer are kept here with the answer.'}
        </EmptyState>
      )}
    </Page>
  )
}
