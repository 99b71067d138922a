import { ChartLine } from 'lucide-react'
import type { Metadata } from 'next'
import { AnalyticsCharts } from '#components/publish/analytics-charts.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Field } from '#components/ui/forms/field.tsx'
import { Select } from '#components/ui/forms/input.tsx'
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
        description={`Runs of your published skills by other organisations. Organisations are shown from ${MIN_ORGANISATIONS} on, so that no customer can be recognised.`}
      />
      <Filter analytics={analytics} />
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

function Filter({ analytics: { days, skill, skills } }: { analytics: Analytics }) {
  return (
    <form className="flex flex-wrap items-end gap-3">
      <Field label="Period">
        {(wired) => (
          <Select {...wired} name="days" defaultValue={String(days)}>
            {ANALYTICS_PERIODS.map((each) => (
              <option key={each} value={each}>
                Last {each} days
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Skill" className="min-w-0 max-w-full">
        {(wired) => (
          <Select {...wired} name="skill" defaultValue={skill ?? ''}>
            <option value="">All skills</option>
            {skills.map(({ skillName }) => (
              <option key={skillName}>{skillName}</option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="outline">
        Show
      </Button>
    </form>
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
