import { ChartLine } from 'lucide-react'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { AnalyticsCharts } from '#components/publishing/publish/analytics-charts.tsx'
import { AnalyticsFilter } from '#components/publishing/publish/analytics-filter.tsx'
import { Page } from '#components/shell/page.tsx'
import { Count, Usdc } from '#components/ui/amount.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { formatMilliseconds, successShare } from '#lib/catalog/model/run-statistics.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import type { AnalyticsAdvice } from '#lib/publishing/drafts/advise-on-figures.ts'
import {
  ANALYTICS_PERIODS,
  type Analytics,
  getAnalytics,
  MIN_ORGANISATIONS,
} from '#lib/publishing/drafts/analytics.ts'

export const metadata: Metadata = { title: 'Analytics' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AnalyticsPage({ searchParams }: Props) {
  const query = Object.fromEntries(toSearchParams(await searchParams))
  const analytics = await orNotFound(getAnalytics(await contextFromCookie('studio'), query))
  return (
    <Page
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title="Analytics"
      description={`How your published skills are found and run by other organisations. Their number is shown once at least ${MIN_ORGANISATIONS} have run a skill, so that no customer can be identified.`}
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <AnalyticsFilter
          days={analytics.days}
          periods={ANALYTICS_PERIODS}
          skill={analytics.skill}
          skillNames={analytics.skills.map(({ skillName }) => skillName)}
        />
        <Button asChild variant="outline" size="sm">
          <a href={paths.analyticsExport(query)} download>
            Download as CSV
          </a>
        </Button>
      </div>
      <PeriodFacts analytics={analytics} />
      <Advice advice={analytics.advice} />
      {analytics.skills.length > 0 ? (
        <>
          <AnalyticsCharts series={analytics.series} />
          <SkillTable analytics={analytics} />
          <VersionTable versions={analytics.versions} />
        </>
      ) : (
        <EmptyState icon={ChartLine} title="No runs yet">
          When another organisation runs a published skill of yours, its figures appear here the same day.
        </EmptyState>
      )}
    </Page>
  )
}

/** How many see a skill, run it and stay, each with its change against the period before. */
function PeriodFacts({ analytics: { days, period, periodBefore, organisations } }: { analytics: Analytics }) {
  const [runs, runsBefore] = [period, periodBefore].map(({ succeeded, failed }) => succeeded + failed)
  const change = (now = 0, before = 0) =>
    before === 0
      ? `None in the ${days} days before`
      : `${describeChange(now, before)} on the ${days} days before`
  return (
    <div className="grid grid-cols-1 gap-4">
      <Facts
        facts={[
          {
            label: 'Views',
            value: <Count value={period.views} />,
            note: change(period.views, periodBefore.views),
          },
          { label: 'Runs', value: <Count value={runs ?? 0} />, note: change(runs, runsBefore) },
          {
            label: 'Succeeded',
            value: runs ? successShare({ runs, succeeded: period.succeeded }) : '–',
            note: runsBefore
              ? `${successShare({ runs: runsBefore, succeeded: periodBefore.succeeded })} before`
              : undefined,
          },
        ]}
      />
      <Facts
        facts={[
          {
            label: 'Installs',
            value: <Count value={period.installs} />,
            note: change(period.installs, periodBefore.installs),
          },
          {
            label: 'Organisations',
            value: organisations === null ? `Under ${MIN_ORGANISATIONS}` : <Count value={organisations} />,
            note: 'That ran a skill, each counted once.',
          },
          {
            label: 'Rating',
            value: period.averageRating === null ? '–' : period.averageRating.toFixed(1),
            note:
              period.ratings === 0
                ? 'No ratings in this period.'
                : `Of ${plural(period.ratings, 'rating')}${
                    periodBefore.averageRating === null
                      ? ''
                      : `; ${periodBefore.averageRating.toFixed(1)} before`
                  }.`,
          },
        ]}
      />
    </div>
  )
}

function describeChange(now: number, before: number): string {
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}%`
}

const ADVICE: Record<AnalyticsAdvice, { text: string; link: string; href: string }> = {
  worse: {
    text: 'A smaller share of runs succeeds than in the period before. Compare the versions of a skill below, and look at what fails.',
    link: 'Failed runs',
    href: paths.publishFailedRuns,
  },
  failures: {
    text: 'More than one run in twenty fails. The common causes name the line.',
    link: 'Failed runs',
    href: paths.publishFailedRuns,
  },
  ratings: {
    text: 'The ratings of this period are below 4. Read and answer them on the page of the SkillSet.',
    link: 'Your SkillSets',
    href: paths.publish,
  },
  unused: {
    text: 'Many open the page, and fewer than one in ten runs the skill. Examples with a result, a shorter form and a clear first sentence help most.',
    link: 'Open the studio',
    href: paths.publish,
  },
  uninstalled: {
    text: 'People run it, and nobody has installed it in this period. Say in the description what it is useful for every day.',
    link: 'Open the studio',
    href: paths.publish,
  },
}

function Advice({ advice }: Pick<Analytics, 'advice'>) {
  if (advice.length === 0) return null
  return (
    <section aria-labelledby="advice" className="grid grid-cols-1 gap-3">
      <h2 id="advice" className="font-medium text-sm">
        What to improve
      </h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        {advice.map((name) => (
          <li key={name}>
            {ADVICE[name].text} <TextLink href={ADVICE[name].href}>{ADVICE[name].link}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SkillTable({ analytics: { skills, skill } }: { analytics: Analytics }) {
  return (
    <FiguresTable
      caption="Figures by skill"
      heads={['Skill', 'Runs', 'Succeeded', 'Organisations', 'Median time', 'Earnings']}
      rows={skills
        .filter(({ skillName }) => skill === undefined || skillName === skill)
        .map(({ skillName, succeeded, failed, organisations, p50Ms, earnings }) => [
          <Link key="name" href={skillNamePath(skillName)} className="underline-offset-4 hover:underline">
            {skillName
              .split('.')
              .flatMap((part, index) => (index ? ['.', <wbr key={part} />, part] : [part]))}
          </Link>,
          <Count key="runs" value={succeeded + failed} />,
          successShare({ runs: succeeded + failed, succeeded }),
          organisations === null ? (
            `Under ${MIN_ORGANISATIONS}`
          ) : (
            <Count key="organisations" value={organisations} />
          ),
          formatTime(p50Ms),
          <span key="earnings">
            <Usdc value={earnings} />
          </span>,
        ])}
    />
  )
}

/** The figures of each version, to compare them before and after an update. */
function VersionTable({ versions }: Pick<Analytics, 'versions'>) {
  if (versions.length === 0) return null
  return (
    <section aria-labelledby="versions" className="grid grid-cols-1 gap-3">
      <h2 id="versions" className="font-medium text-sm">
        By version
      </h2>
      <p className="text-muted-foreground text-sm">
        Of the latest runs, at most 1,000. Times are shown once {MIN_ORGANISATIONS} organisations have run a
        version.
      </p>
      <FiguresTable
        caption="Figures by version"
        heads={['Version', 'Runs', 'Succeeded', 'Median time', '95% within']}
        rows={versions.map(({ versionNumber, runs, succeeded, p50Ms, p95Ms }) => [
          versionNumber,
          <Count key="runs" value={runs} />,
          successShare({ runs, succeeded }),
          formatTime(p50Ms),
          formatTime(p95Ms),
        ])}
      />
    </section>
  )
}

const formatTime = (ms: number | null) => (ms === null ? '–' : formatMilliseconds(ms))

type FiguresProps = { caption: string; heads: string[]; rows: ReactNode[][] }

/** A table whose first column names the row and whose others are figures. */
function FiguresTable({ caption, heads: [rowHeading, ...headings], rows }: FiguresProps) {
  return (
    <div className="overflow-x-auto rounded-lg border border-border bg-card">
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-muted-foreground text-xs">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-medium">
              {rowHeading}
            </th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="whitespace-nowrap px-4 py-2 text-right font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border tabular-nums">
          {rows.map(([name, ...figures], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
            <tr key={index}>
              <th scope="row" className="px-4 py-2 text-left font-medium">
                {name}
              </th>
              {headings.map((heading, column) => (
                <td key={heading} className="whitespace-nowrap px-4 py-2 text-right">
                  {figures[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
