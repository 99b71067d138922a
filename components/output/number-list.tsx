'use client'

import { ChartLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useReaderLocale } from '../browser/use-reader-locale.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import type { ShownValue } from './described-fields.ts'
import { formatNumber } from './number-kinds.ts'

// The chart library takes 100 kB, so it loads only for plots.
const TableChart = lazy(async () => ({ default: (await import('./table-chart.tsx')).TableChart }))

const FIRST_NUMBERS = 100

type NumberListProps = { numbers: number[]; name: string; place?: ShownValue['place'] }

export function NumberList({ numbers, name, place }: NumberListProps) {
  const locale = useReaderLocale()
  const [isPlotted, setPlotted] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const visibleNumbers = isExpanded ? numbers : numbers.slice(0, FIRST_NUMBERS)
  const column = { key: 'value', title: name, isNumeric: true, minWidthChars: 0 }
  return (
    <div className="grid min-w-0 gap-2">
      <p className="tabular-nums [overflow-wrap:anywhere]">
        {visibleNumbers.map((number) => formatNumber(number, { locale })).join('  ·  ')}
        {visibleNumbers.length < numbers.length && ' …'}
      </p>
      {isPlotted && (
        <Suspense fallback={<div className="h-80" />}>
          <TableChart rows={numbers.map((value) => ({ value }))} columns={[column]} name={name} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {numbers.length > FIRST_NUMBERS && (
          <Button variant="outline" size="sm" onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? `Show the first ${FIRST_NUMBERS}` : `Show all ${numbers.length}`}
          </Button>
        )}
        {place !== 'cell' && (
          <>
            <Button
              variant="ghost"
              size="sm"
              aria-pressed={isPlotted}
              className="text-muted-foreground"
              onClick={() => setPlotted(!isPlotted)}
            >
              <ChartLine aria-hidden /> {isPlotted ? 'Hide chart' : 'Chart'}
            </Button>
            <CopyButton
              text={JSON.stringify(numbers)}
              label="Copy as JSON"
              withLabel
              variant="ghost"
              className="text-muted-foreground"
            />
          </>
        )}
      </div>
    </div>
  )
}
