'use client'

import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import type { Column } from './table-columns.ts'

type SeriesChartProps = {
  chart: { axis: Pick<Column, 'key'>; lines: Pick<Column, 'key' | 'title'>[] }
  rows: JsonObject[]
  name: string
  /** Formats values of the axis. */
  formatAxis?: (value: number) => string
}

/** A line chart. Screen readers get the same values from the table below it. */
export function SeriesChart({ chart: { axis, lines }, rows, name, formatAxis }: SeriesChartProps) {
  return (
    <figure className="m-0" aria-label={`Chart: ${name}`}>
      {/* The chart keeps its width until it has been measured again, and must not widen the page until then. */}
      <div className="h-56 overflow-hidden" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={rows}
            margin={{ top: 8, right: 12, bottom: 0, left: -12 }}
            accessibilityLayer={false}
          >
            <CartesianGrid stroke="var(--border)" vertical={false} />
            <XAxis
              dataKey={axis.key}
              stroke="var(--muted-foreground)"
              fontSize={12}
              tickLine={false}
              {...(formatAxis && { tickFormatter: formatAxis, minTickGap: 32 })}
            />
            <YAxis
              stroke="var(--muted-foreground)"
              fontSize={12}
              tickLine={false}
              axisLine={false}
              allowDecimals={lines.some(({ key }) => rows.some((row) => isFraction(row[key])))}
            />
            <Tooltip
              {...(formatAxis && { labelFormatter: (value: unknown) => formatAxis(Number(value)) })}
              contentStyle={{
                background: 'var(--popover)',
                border: '1px solid var(--border)',
                borderRadius: 8,
                fontSize: 12,
              }}
            />
            <Legend wrapperStyle={{ fontSize: 12 }} />
            {lines.map(({ key, title }, index) => (
              <Line
                key={key}
                dataKey={key}
                name={title}
                stroke={`var(--chart-${index + 1})`}
                strokeWidth={2}
                dot={hasLonePoint(rows, key) && { r: 2 }}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value)
}

/** A value between gaps has no line, so that only a dot makes it visible. */
function hasLonePoint(rows: JsonObject[], key: string): boolean {
  const hasValue = (at: number) => typeof rows[at]?.[key] === 'number'
  return rows.some((_, at) => hasValue(at) && !hasValue(at - 1) && !hasValue(at + 1))
}
