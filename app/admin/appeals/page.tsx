import { Scale } from 'lucide-react'
import type { Metadata } from 'next'
import { AppealList } from '#components/publishing/review/appeals/appeal-list.tsx'
import { RulePrecisionTable } from '#components/publishing/review/findings/rule-precision.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listAppeals } from '#lib/publishing/review/appeals/read-appeals.ts'
import { listRulePrecision } from '#lib/publishing/review/findings/rule-precision.ts'

export const metadata: Metadata = { title: 'Appeals' }

type Props = { searchParams: Promise<{ tab?: string | string[] }> }

export default async function AppealsPage({ searchParams }: Props) {
  const isOpen = (await searchParams).tab !== 'decided'
  const ctx = await contextFromCookie('review')
  const { lines, open } = await orNotFound(listAppeals(ctx, { isOpen }))
  const rules = isOpen ? [] : await listRulePrecision(ctx)
  return (
    <Page
      title="Appeals"
      description="Publishers who contest a rejection, a take-down, a recall or a suspension, oldest first. An admin who did not make the decision decides."
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
      {rules.length > 0 && (
        <TitledSection title="Findings by rule">
          <p className="text-pretty text-muted-foreground text-sm">
            What publishers answered to the findings that decisions quoted, and how many were in rejections
            that an appeal overturned. A rule that is often disputed or overturned may be wrong.
          </p>
          <RulePrecisionTable lines={rules} />
        </TitledSection>
      )}
    </Page>
  )
}
