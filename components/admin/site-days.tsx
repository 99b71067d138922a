'use client'

import type { SiteDay, SiteOverview } from '#lib/admin/overview.ts'
import { DayChart, useDayFormat } from '../output/day-chart.tsx'
import { Count, Usdc } from '../ui/amount.tsx'
import { Facts } from '../ui/facts.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'

type Line = { key: keyof SiteDay; title: string }

const CHARTS: { title: string; lines: Line[] }[] = [
  { title: 'Sign-ups', lines: [{ key: 'signUps', title: 'New accounts' }] },
  {
    title: 'Runs',
    lines: [
      { key: 'runs', title: 'Runs' },
      { key: 'succeeded', title: 'Succeeded' },
    ],
  },
  { title: 'Revenue', lines: [{ key: 'fees', title: 'Fees in USDC' }] },
]

export function SiteDays({ days, total }: Pick<SiteOverview, 'days' | 'total'>) {
  const rows = days.map((day) => ({ ...day, fees: Number(day.fees) }))
  return (
    <section aria-labelledby="days" className="grid grid-cols-1 gap-3">
      <h2 id="days" className="font-semibold text-lg tracking-tight">
        Last 30 days
      </h2>
      <Facts
        facts={[
          { label: 'Sign-ups', value: <Count value={total.signUps} /> },
          {
            label: 'Runs of skills',
            value: <Count value={total.runs} />,
            note: total.runs === 0 ? undefined : `${share(total)}% succeeded.`,
          },
          { label: 'Fees', value: <Usdc value={total.fees} />, note: 'The site’s share of each price.' },
        ]}
      />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {CHARTS.map(({ title, lines }) => (
          <div
            key={title}
            className="grid min-w-0 gap-2 rounded-lg border border-border bg-card p-4 shadow-xs"
          >
            <h3 className="font-medium text-sm">{title} per day</h3>
            <DayChart name={`${title} per day`} rows={rows} lines={lines} />
          </div>
        ))}
      </div>
      <DayTable rows={rows} />
    </section>
  )
}

function share({ runs, succeeded }: SiteOverview['total']): string {
  return ((100 * succeeded) / runs).toFixed(1)
}

function DayTable({ rows }: { rows: (Omit<SiteDay, 'fees'> & { fees: number })[] }) {
  const formatDay = useDayFormat()
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted-foreground">Show as a table</summary>
      <Table label="The last 30 days" className="mt-2">
        <TableHead>
          <TableRow>
            {['Day', 'Sign-ups', 'Runs', 'Succeeded', 'Fees (USDC)'].map((title) => (
              <TableHeader key={title}>{title}</TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.toReversed().map(({ day, signUps, runs, succeeded, fees }) => (
            <TableRow key={day}>
              {[formatDay(day), signUps, runs, succeeded, fees].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                <TableCell key={index} className="tabular-nums">
                  {value}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  )
}
