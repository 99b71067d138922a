'use client'

import type { DayFigures } from '#lib/publishing/drafts/analytics.ts'
import { DayChart } from '../../output/day-chart.tsx'

type Line = { key: keyof DayFigures; title: string; color?: string }

const CHARTS: { name: string; lines: Line[] }[] = [
  {
    name: 'Runs',
    lines: [
      { key: 'succeeded', title: 'Succeeded', color: 'var(--success)' },
      { key: 'failed', title: 'Failed', color: 'var(--destructive)' },
    ],
  },
  { name: 'Views', lines: [{ key: 'views', title: 'Views' }] },
  { name: 'Organisations', lines: [{ key: 'organisations', title: 'Organisations' }] },
  { name: 'Earnings', lines: [{ key: 'earnings', title: 'USDC' }] },
]

export function AnalyticsCharts({ series }: { series: DayFigures[] }) {
  const rows = series.map((figures) => ({
    ...figures,
    earnings: Number(figures.earnings),
  }))
  const hasOrganisations = series.some(({ organisations }) => organisations !== null)
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      {CHARTS.filter(({ name }) => name !== 'Organisations' || hasOrganisations).map(({ name, lines }) => (
        <section
          key={name}
          aria-label={name}
          className="grid min-w-0 gap-3 rounded-lg border border-border bg-card p-4"
        >
          <h2 className="font-medium text-sm">{name} per day</h2>
          <DayChart name={`${name} per day`} rows={rows} lines={lines} />
        </section>
      ))}
    </div>
  )
}
