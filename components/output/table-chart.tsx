'use client'

import { Download } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Select } from '../ui/forms/input.tsx'
import {
  automaticChart,
  type ChartChoice,
  type ChartKind,
  chartPoints,
  firstChart,
  groupByRange,
  type Plotted,
  POSITION,
  plottableColumns,
} from './chart-choice.ts'
import { saveChartAsPng, saveChartAsSvg } from './chart-file.ts'
import { SeriesChart } from './series-chart.tsx'
import type { Column } from './table-columns.ts'

const KINDS: Record<ChartKind, string> = { line: 'Lines', bar: 'Bars', scatter: 'Points' }

/** The chart of rows along times, with its controls; nothing for other rows. */
export function AutomaticChart(props: TableChartProps) {
  return automaticChart(props.rows, props.columns) ? <TableChart {...props} /> : null
}

type TableChartProps = { rows: readonly JsonObject[]; columns: readonly Column[]; name: string }

/** A chart of a table, with a choice of its kind and columns. Series of other sizes have charts of their own. */
export function TableChart({ rows, columns, name }: TableChartProps) {
  const plottable = plottableColumns(rows, columns)
  const axes = [POSITION, ...columns.filter(({ gathered }) => !gathered)]
  const [choice, setChoice] = useState(() => firstChart(rows, columns))
  const [error, setError] = useState<string>()
  const drawn = useRef<HTMLDivElement>(null)
  if (!choice || plottable.length === 0)
    return <p className="text-muted-foreground text-sm">These rows have no numbers to plot.</p>
  const kind = choice.kind
  const axis = axes.find(({ key }) => key === choice.axis) ?? POSITION
  // Points need numbers in both directions.
  const drawnAxis = kind === 'scatter' && !axis.isNumeric ? POSITION : axis
  const series = plottable.filter(({ key }) => choice.series.includes(key) && key !== drawnAxis.key)
  const points = chartPoints(rows, kind, drawnAxis)
  const groups = groupByRange(points, series)
  const file = slugFrom(name) || 'chart'
  return (
    <div className="grid min-w-0 gap-3 rounded-md border border-border p-3">
      <ChartControls
        {...{ choice, axis: drawnAxis, plottable }}
        axes={kind === 'scatter' ? axes.filter(({ isNumeric }) => isNumeric) : axes}
        onChange={(change) => setChoice({ ...choice, ...change })}
      />
      <div ref={drawn} className="grid min-w-0 gap-2">
        {groups.map((lines) => (
          <SeriesChart
            key={lines.map(({ key }) => key).join(' ')}
            chart={{ kind, axis: drawnAxis, lines, firstColor: series.indexOf(lines[0]!) }}
            rows={points}
            name={lines.map(({ title }) => title).join(', ')}
          />
        ))}
      </div>
      {series.length === 0 && (
        <p className="text-muted-foreground text-sm">Choose at least one column to show.</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-muted-foreground text-xs">
          {points.length < rows.length &&
            `Shows ${points.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')} rows, evenly spread. `}
          {groups.length > 1 && 'Columns whose values differ more than ten times have axes of their own.'}
        </p>
        {error && <p role="alert">{error}</p>}
        <Button
          variant="ghost"
          size="sm"
          onClick={() => drawn.current && saveChartAsSvg(drawn.current, file)}
        >
          <Download aria-hidden /> SVG
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() =>
            drawn.current &&
            saveChartAsPng(drawn.current, file).then(
              () => setError(undefined),
              () => setError('The browser could not draw the picture. Download the chart as SVG instead.'),
            )
          }
        >
          <Download aria-hidden /> PNG
        </Button>
      </div>
    </div>
  )
}

type ChartControlsProps = {
  choice: ChartChoice
  axis: Plotted
  axes: readonly Plotted[]
  plottable: readonly Column[]
  onChange: (change: Partial<ChartChoice>) => void
}

function ChartControls({ choice, axis, axes, plottable, onChange }: ChartControlsProps) {
  const id = useId()
  const toggle = (key: string, isOn: boolean) =>
    onChange({ series: isOn ? [...choice.series, key] : choice.series.filter((each) => each !== key) })
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-x-4 gap-y-2 text-sm">
      <label className="grid gap-1 text-muted-foreground text-xs" htmlFor={`${id}kind`}>
        Kind
        <Select
          id={`${id}kind`}
          value={choice.kind}
          onChange={({ target }) => onChange({ kind: target.value as ChartKind })}
        >
          {Object.entries(KINDS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      <label className="grid max-w-44 gap-1 text-muted-foreground text-xs" htmlFor={`${id}axis`}>
        Along
        <Select id={`${id}axis`} value={axis.key} onChange={({ target }) => onChange({ axis: target.value })}>
          {axes.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </Select>
      </label>
      <fieldset className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5">
        <legend className="sr-only">Columns to show</legend>
        {plottable
          .filter(({ key }) => key !== axis.key)
          .map(({ key, title }) => (
            <label key={key} className="flex min-h-8 items-center gap-2" htmlFor={`${id}${key}`}>
              <Checkbox
                id={`${id}${key}`}
                checked={choice.series.includes(key)}
                onCheckedChange={(isOn) => toggle(key, isOn)}
              />
              {title}
            </label>
          ))}
      </fieldset>
    </div>
  )
}
