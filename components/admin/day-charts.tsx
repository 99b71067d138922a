'use client'

import type { StatusPoint } from '#lib/monitoring/metrics/status-samples.ts'
import { LazySeriesChart } from '../output/day-chart.tsx'

type Line = { key: keyof StatusPoint; title: string }
type DayChart = { title: string; note: string; lines: Line[] }

const CHARTS: DayChart[] = [
  {
    title: 'Runs',
    note: 'Runs that ended in each 15 minutes. Server faults are INTERNAL_ERROR and TOOL_NOT_AVAILABLE.',
    lines: [
      { key: 'succeeded', title: 'Succeeded' },
      { key: 'failed', title: 'Failed' },
      { key: 'faults', title: 'Server faults' },
    ],
  },
  {
    title: 'Duration',
    note: 'Median and 95th percentile, in milliseconds.',
    lines: [
      { key: 'p50Ms', title: 'Median' },
      { key: 'p95Ms', title: '95th percentile' },
    ],
  },
  {
    title: 'Queue',
    note: 'Most runs in the queue, and the longest wait in seconds.',
    lines: [
      { key: 'queued', title: 'Queued runs' },
      { key: 'oldestQueuedSeconds', title: 'Longest wait (s)' },
    ],
  },
  {
    title: 'Storage',
    note: 'Size of the database in megabytes.',
    lines: [{ key: 'databaseMb', title: 'MB' }],
  },
]

/** The figures of the last day as charts, with times in the viewer's time zone. */
export function DayCharts({ points }: { points: StatusPoint[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {CHARTS.map(({ title, note, lines }) => (
        <div key={title} className="grid min-w-0 gap-2 rounded-lg border border-border bg-card p-4 shadow-xs">
          <h3 className="font-medium text-sm">{title}</h3>
          <LazySeriesChart
            chart={{ axis: { key: 'atMs' }, lines }}
            rows={points}
            name={`${title}, last 24 hours`}
            formatAxis={timeOf}
          />
          <p className="text-muted-foreground text-xs">{note}</p>
        </div>
      ))}
    </div>
  )
}

function timeOf(atMs: number): string {
  return new Date(atMs).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
}
