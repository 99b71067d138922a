'use client'

import { ChartNoAxesCombined } from 'lucide-react'
import { useState } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import type { RunUsage } from '#lib/runs/views/list-runs.ts'
import { DayChart } from '../output/day-chart.tsx'

type RunUsageProps = { usage: RunUsage; period: string }

/** The totals of the filtered runs in one line, which opens the charts by day. */
export function RunUsageSummary({ usage: { days, total, isCut }, period }: RunUsageProps) {
  const [isOpen, setOpen] = useState(false)
  const rows = days.map(({ day, runs, failed, charged }) => ({
    day,
    succeeded: runs - failed,
    failed,
    charged: Number(charged),
  }))
  return (
    <details
      className="rounded-lg border border-border bg-card shadow-xs"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
        <ChartNoAxesCombined className="size-4 text-muted-foreground" aria-hidden />
        <span className="font-medium">{period}</span>
        <span className="text-muted-foreground tabular-nums">
          {isCut
            ? `Of the newest ${total.runs.toLocaleString('en')} runs:`
            : `${plural(total.runs, 'run')} ·`}{' '}
          {total.failed} failed · {total.charged} USDC
        </span>
        <span className="ml-auto text-xs underline underline-offset-4">
          {isOpen ? 'Hide charts' : 'Charts by day'}
        </span>
      </summary>
      {isOpen && (
        <div className="grid grid-cols-1 gap-6 border-border border-t p-4 lg:grid-cols-2">
          <Chart
            name="Runs per day"
            rows={rows}
            lines={[
              { key: 'succeeded', title: 'Other runs' },
              { key: 'failed', title: 'Failed', color: 'var(--destructive)' },
            ]}
          />
          <Chart name="Cost per day, in USDC" rows={rows} lines={[{ key: 'charged', title: 'USDC' }]} />
          <p className="text-muted-foreground text-xs lg:col-span-2">
            {isCut && 'Older runs of the period are not counted. '}
            Days are counted in UTC. The search for words does not change these figures.
          </p>
        </div>
      )}
    </details>
  )
}

type ChartProps = {
  name: string
  rows: { day: string; succeeded: number; failed: number; charged: number }[]
  lines: { key: 'succeeded' | 'failed' | 'charged'; title: string; color?: string }[]
}

function Chart({ name, rows, lines }: ChartProps) {
  return (
    <section aria-label={name} className="grid min-w-0 gap-3">
      <h2 className="font-medium text-sm">{name}</h2>
      <DayChart name={name} rows={rows} lines={lines} />
    </section>
  )
}
