'use client'

import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import type { ChartKind } from './chart-choice.ts'
import type { Column } from './table-columns.ts'

type SeriesChartProps = {
  chart: {
    kind?: ChartKind
    /** A numeric axis is drawn to scale, others in the order of the rows. */
    axis: Pick<Column, 'key'> & { isNumeric?: boolean }
    /** A line without a colour gets the next one of the palette. */
    lines: (Pick<Column, 'key' | 'title'> & { color?: string })[]
    /** The colour of the first series, counted from 0. */
    firstColor?: number
  }
  rows: readonly JsonObject[]
  name: string
  /** Formats values of the axis. */
  formatAxis?: (value: number) => string
}

const COLORS = 5

/** A chart of one or more series on one axis. Screen readers get the same values from the table below it. */
export function SeriesChart({ chart, rows, name, formatAxis }: SeriesChartProps) {
  const { kind = 'line', axis, lines, firstColor = 0 } = chart
  const isToScale = axis.isNumeric && kind !== 'bar'
  return (
    <figure className="m-0" aria-label={`Chart: ${name}`}>
      {/* The chart keeps its width until it has been measured again, and must not widen the page until then. */}
      <div className="h-56 overflow-hidden" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={rows as JsonObject[]}
            margin={{ top: 8, right: 12, bottom: 0, left: -12 }}
            accessibilityLayer={false}
          >
            <CartesianGrid stroke="var(--border)" vertical={false} />
            <XAxis
              dataKey={axis.key}
              stroke="var(--muted-foreground)"
              fontSize={12}
              tickLine={false}
              {...(isToScale && {
                type: 'number' as const,
                niceTicks: 'snap125' as const,
                domain: ['dataMin', 'dataMax'],
                allowDecimals: rows.some((row) => isFraction(row[axis.key])),
              })}
              {...(formatAxis && { tickFormatter: formatAxis, minTickGap: 32 })}
            />
            <YAxis
              stroke="var(--muted-foreground)"
              fontSize={12}
              tickLine={false}
              axisLine={false}
              niceTicks="snap125"
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
            {lines.map(({ key, title, color: ownColor }, index) => {
              const color = ownColor ?? `var(--chart-${((firstColor + index) % COLORS) + 1})`
              const shared = { dataKey: key, name: title, isAnimationActive: false }
              if (kind === 'bar') return <Bar key={key} {...shared} fill={color} />
              if (kind === 'scatter') return <Scatter key={key} {...shared} fill={color} />
              const dot = hasLonePoint(rows, key) && { r: 2 }
              return <Line key={key} {...shared} stroke={color} strokeWidth={2} dot={dot} />
            })}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value)
}

/** A value between gaps has no line, so that only a dot makes it visible. */
function hasLonePoint(rows: readonly JsonObject[], key: string): boolean {
  const hasValue = (at: number) => typeof rows[at]?.[key] === 'number'
  return rows.some((_, at) => hasValue(at) && !hasValue(at - 1) && !hasValue(at + 1))
}
