import { ChartLine } from 'lucide-react'
import type { Metadata } from 'next'
import { AnalyticsCharts } from '#components/publish/analytics-charts.tsx'
import { AnalyticsFilter } from '#components/publish/analytics-filter.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { BackLink, PageHeader } from '#components/ui/page-header.tsx'
import { searchParamsOf } from '#lib/http/requests/request-fields.ts'
import { orNotFound } from '#lib/http/responses/or-not-found.ts'
import { formatAmount } from '#lib/money/money.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { paths, skillNamePath } from '#lib/site/paths.ts'
import { ANALYTICS_PERIODS, type Analytics, getAnalytics, MIN_ORGANISATIONS } from '#lib/studio/analytics.ts'

export const metadata: Metadata = { title: 'Analytics' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AnalyticsPage({ searchParams }: Props) {
  const query = Object.fromEntries(searchParamsOf(await searchParams))
  const analytics = await orNotFound(getAnalytics(await contextFromCookie('studio'), query))
  return (
    <PageContent className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
        title="Analytics"
        description={`Runs of your published skills by other organisations. Their number is shown once at least ${MIN_ORGANISATIONS} have run a skill, so that no customer can be identified.`}
      />
      <AnalyticsFilter
        days={analytics.days}
        periods={ANALYTICS_PERIODS}
        skill={analytics.skill}
        skillNames={analytics.skills.map(({ skillName }) => skillName)}
      />
      {analytics.skills.length > 0 ? (
        <>
          <AnalyticsCharts series={analytics.series} />
          <SkillTable analytics={analytics} />
        </>
      ) : (
        <EmptyState icon={ChartLine} title="No runs yet">
          When another organisation runs a published skill of yours, its figures appear here the same day.
        </EmptyState>
      )}
    </PageContent>
  )
}

const HEADS = ['Runs', 'Succeeded', 'Organisations', 'Median time', 'Earnings']

function SkillTable({ analytics: { skills, skill } }: { analytics: Analytics }) {
  return (
    <div className="overflow-x-auto rounded-lg border border-border bg-card">
      <table className="w-full text-sm">
        <caption className="sr-only">Figures by skill</caption>
        <thead className="text-muted-foreground text-xs">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-medium">
              Skill
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="whitespace-nowrap px-4 py-2 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border tabular-nums">
          {skills
            .filter(({ skillName }) => skill === undefined || skillName === skill)
            .map(({ skillName, succeeded, failed, organisations, p50Ms, earnings }) => (
              <tr key={skillName}>
                <th scope="row" className="px-4 py-2 text-left font-medium">
                  <Link href={skillNamePath(skillName)} className="underline-offset-4 hover:underline">
                    {skillName}
                  </Link>
                </th>
                <td className="px-4 py-2 text-right">{(succeeded + failed).toLocaleString('en')}</td>
                <td className="px-4 py-2 text-right">
                  {Math.round((100 * succeeded) / (succeeded + failed || 1))}%
                </td>
                <td className="px-4 py-2 text-right">{organisations ?? `Under ${MIN_ORGANISATIONS}`}</td>
                <td className="px-4 py-2 text-right">{p50Ms === null ? '–' : `${p50Ms} ms`}</td>
                <td className="whitespace-nowrap px-4 py-2 text-right">{formatAmount(earnings)} USDC</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
