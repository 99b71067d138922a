import { Flag } from 'lucide-react'
import type { Metadata } from 'next'
import { ReportList } from '#components/publishing/review/report-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { listReports } from '#lib/catalog/feedback/report-skill-set.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { restrictSubject } from '../../review/actions.ts'
import { closeReport } from './actions.ts'

export const metadata: Metadata = { title: 'Reports' }

type Props = { searchParams: Promise<{ tab?: string | string[] }> }

export default async function ReportsPage({ searchParams }: Props) {
  const isOpen = (await searchParams).tab !== 'answered'
  const { lines, open } = await orNotFound(listReports(await contextFromCookie('review'), { isOpen }))

  return (
    <Page title="Reports" description="Problems that users reported with SkillSets, oldest first.">
      <TabLinks
        label="Reports"
        tabs={[
          { label: 'Open', href: paths.reports, isHere: isOpen, count: open },
          { label: 'Answered', href: `${paths.reports}?tab=answered`, isHere: !isOpen },
        ]}
      />
      {lines.length > 0 ? (
        <ReportList reports={lines} close={closeReport} restrict={restrictSubject} />
      ) : (
        <EmptyState icon={Flag} title={isOpen ? 'No open reports' : 'No answered reports'}>
          {isOpen
            ? 'When a user reports a SkillSet, it appears here and you are notified.'
            : 'Answered reports appear here with the answer.'}
        </EmptyState>
      )}
    </Page>
  )
}
