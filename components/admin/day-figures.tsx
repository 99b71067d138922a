import { plural } from '#lib/kernel/text/plural.ts'
import type { StatusDay, StatusPoint } from '#lib/monitoring/metrics/status-samples.ts'
import { Count } from '../ui/amount.tsx'
import { Facts } from '../ui/facts.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { DayCharts } from './day-charts.tsx'

export function DayFigures({ points, total }: StatusDay) {
  const ended = total.succeeded + total.failed + total.faults
  const share = (count: number) => (ended === 0 ? '–' : `${((100 * count) / ended).toFixed(1)}%`)
  return (
    <section aria-labelledby="day" className="grid grid-cols-1 gap-3">
      <h2 id="day" className="font-semibold text-lg tracking-tight">
        Last 24 hours
      </h2>
      {points.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          No figures yet. The first ones appear a few seconds after the server started.
        </p>
      ) : (
        <>
          <Facts
            facts={[
              {
                label: 'Runs',
                value: <Count value={ended} />,
                note: `${share(total.succeeded)} succeeded.`,
              },
              {
                label: 'Server faults',
                value: share(total.faults),
                note: plural(total.faults, 'run', 'runs'),
              },
              {
                label: 'Median duration',
                value: formatMs(total.p50Ms),
                note: `95%: ${formatMs(total.p95Ms)}`,
              },
            ]}
          />
          <DayCharts points={points} />
          <DayTable points={points} />
        </>
      )}
    </section>
  )
}

function formatMs(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}

const COLUMNS: { key: keyof StatusPoint; title: string }[] = [
  { key: 'succeeded', title: 'Succeeded' },
  { key: 'failed', title: 'Failed' },
  { key: 'faults', title: 'Server faults' },
  { key: 'p50Ms', title: 'Median (ms)' },
  { key: 'p95Ms', title: '95% (ms)' },
  { key: 'queued', title: 'Queued' },
  { key: 'oldestQueuedSeconds', title: 'Longest wait (s)' },
  { key: 'databaseMb', title: 'Database (MB)' },
]

function DayTable({ points }: { points: StatusPoint[] }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted-foreground">Show as a table</summary>
      <Table label="Figures of the last 24 hours" className="mt-2">
        <TableHead>
          <TableRow>
            <TableHeader>From</TableHeader>
            {COLUMNS.map(({ key, title }) => (
              <TableHeader key={key}>{title}</TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {points.toReversed().map((point) => (
            <TableRow key={point.atMs}>
              <TableCell>
                <Time at={point.atMs} />
              </TableCell>
              {COLUMNS.map(({ key }) => (
                <TableCell key={key} className="tabular-nums">
                  {point[key] ?? '–'}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  )
}
