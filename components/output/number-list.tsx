'use client'

import { ChartLine } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useReaderLocale } from '../browser/use-reader-locale.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatNumber } from './number-kinds.ts'
import { plotByPosition } from './table-columns.ts'

// The chart library takes 100 kB, so it loads only for plots.
const SeriesChart = dynamic(() => import('./series-chart.tsx').then((module) => module.SeriesChart), {
  ssr: false,
  loading: () => <div className="h-56" />,
})

const FIRST_NUMBERS = 100

export function NumberList({ numbers, name }: { numbers: number[]; name: string }) {
  const locale = useReaderLocale()
  const [isPlotted, setPlotted] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const visibleNumbers = isExpanded ? numbers : numbers.slice(0, FIRST_NUMBERS)
  const rows = numbers.map((value) => ({ value }))
  return (
    <div className="grid min-w-0 gap-2">
      <p className="tabular-nums [overflow-wrap:anywhere]">
        {visibleNumbers.map((number) => formatNumber(number, { locale })).join('  ·  ')}
        {visibleNumbers.length < numbers.length && ' …'}
      </p>
      {isPlotted && <SeriesChart {...plotByPosition(rows, [{ key: 'value', title: name }])} name={name} />}
      <div className="flex flex-wrap items-center gap-2">
        {numbers.length > FIRST_NUMBERS && (
          <Button variant="outline" size="sm" onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? `Show the first ${FIRST_NUMBERS}` : `Show all ${numbers.length}`}
          </Button>
        )}
        <PlotButton isOn={isPlotted} onToggle={() => setPlotted(!isPlotted)} />
        <CopyButton
          text={JSON.stringify(numbers)}
          label="Copy as JSON"
          withLabel
          variant="ghost"
          className="text-muted-foreground"
        />
      </div>
    </div>
  )
}

export function PlotButton({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isOn}
      className="text-muted-foreground"
      onClick={onToggle}
    >
      <ChartLine aria-hidden /> {isOn ? 'Hide plot' : 'Plot'}
    </Button>
  )
}
