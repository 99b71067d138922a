import { Scale } from 'lucide-react'
import type { Metadata } from 'next'
import { AppealList } from '#components/publishing/review/appeals/appeal-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listAppeals } from '#lib/publishing/review/appeals/read-appeals.ts'

export const metadata: Metadata = { title: 'Appeals' }

type Props = { searchParams: Promise<{ tab?: string | string[] }> }

export default async function AppealsPage({ searchParams }: Props) {
  const isOpen = (await searchParams).tab !== 'decided'
  const { lines, open } = await orNotFound(listAppeals(await contextFromCookie('review'), { isOpen }))
  return (
    <Page
      title="Appeals"
      description="Publishers who contest a rejection or a take-down, oldest first. An admin who did not make the decision decides."
    >
      <TabLinks
        label="Appeals"
        tabs={[
          { label: 'Open', href: paths.appeals, isHere: isOpen, count: open },
          { label: 'Decided', href: `${paths.appeals}?tab=decided`, isHere: !isOpen },
        ]}
      />
      {lines.length > 0 ? (
        <AppealList lines={lines} />
      ) : (
        <EmptyState icon={Scale} title={isOpen ? 'No open appeals' : 'No decided appeals'}>
          {isOpen
            ? 'When a publisher contests a decision, it appears here and you are notified.'
            : 'Decided appeals appear here with the outcome.'}
        </EmptyState>
      )}
    </Page>
  )
}
