'use client'

import dynamic from 'next/dynamic'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'

/** Loaded when the chart is shown, since the chart library is larger than any page around it. */
export const LazySeriesChart = dynamic(
  () => import('./series-chart.tsx').then((module) => module.SeriesChart),
  { ssr: false, loading: () => <div className="h-56" /> },
)

type DayChartProps<Row> = {
  name: string
  /** `day` is a day in UTC, such as "2026-11-29". */
  rows: readonly Row[]
  lines: { key: keyof Row & string; title: string; color?: string }[]
}

/** A chart of figures by day. */
export function DayChart<Row extends JsonObject & { day: string }>({
  name,
  rows,
  lines,
}: DayChartProps<Row>) {
  const formatDay = useDayFormat()
  const shown = rows.map((row) => ({ ...row, day: formatDay(row.day) }))
  return <LazySeriesChart name={name} rows={shown} chart={{ axis: { key: 'day' }, lines }} />
}

/** Returns the function that formats a day in UTC as day and month in the reader's locale. */
export function useDayFormat(): (day: string) => string {
  const format = new Intl.DateTimeFormat(useReaderLocale(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return (day) => format.format(new Date(day))
}
