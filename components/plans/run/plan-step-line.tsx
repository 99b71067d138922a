'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { isObject } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import type { PlanStepView, PlanUnitView } from '#lib/plans/views/plan-run-view.ts'
import type { PublicToolResult } from '#lib/runs/model/tool-result.ts'
import { formatDuration } from '../../output/format-duration.ts'
import { Badge } from '../../ui/badge.tsx'
import { cn } from '../../ui/cn.ts'
import { StepNumber } from '../parts/reference-chip.tsx'
import { stepState } from './plan-run-states.ts'
import { ToolResultView } from './tool-result-view.tsx'

type Props = {
  step: PlanStepView
  number: number
  title: string
  preview: string
  tool?: PlanTool
  isOver: boolean
  isOpen: boolean
  isUndone: boolean
  /** The texts that a dry run would have written, by call id. */
  plannedTexts?: Record<string, string>
}

export function PlanStepLine({ step, number, title, preview, isOpen, ...shared }: Props) {
  const { isOver } = shared
  const [toggled, setToggled] = useState<boolean>()
  const { stepId, status, units, results, isCarriedOver } = step
  const open = toggled ?? isOpen
  const id = `step-${stepId}`
  const took = spanMs(results)
  const attempts = Math.max(0, ...results.map(({ attempt }) => attempt))
  const isRepeated = units.some(({ index }) => index !== undefined)
  return (
    <li className="min-w-0 rounded-lg border border-border bg-card shadow-xs" data-step={stepId}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex w-full min-w-0 items-start gap-3 rounded-lg p-4 text-left"
        onClick={() => setToggled(!open)}
      >
        <StepNumber number={number} className={cn('mt-0.5', status === 'waiting' && 'opacity-50')} />
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium [overflow-wrap:anywhere]">{title}</span>
            <code className="text-muted-foreground text-xs">{stepId}</code>
          </span>
          <span className="text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {preview}
          </span>
          {isRepeated && <UnitCounts units={units} />}
        </span>
        <span className="flex shrink-0 flex-wrap items-center justify-end gap-2">
          <span className="text-muted-foreground text-xs tabular-nums max-sm:hidden">
            {attempts > 1 && `${attempts} attempts · `}
            {took !== undefined && formatDuration(took)}
          </span>
          {isCarriedOver && <Badge variant="outline">done earlier</Badge>}
          <StateBadge status={status} isOver={isOver} />
          <ChevronDown
            aria-hidden
            className={cn('size-4 text-muted-foreground transition-transform', open && 'rotate-180')}
          />
        </span>
      </button>
      {open && (
        <div id={id} className="grid gap-4 border-border border-t px-4 py-4 sm:pl-12">
          {isRepeated ? <Units units={units} {...shared} /> : <Attempts results={results} {...shared} />}
        </div>
      )}
    </li>
  )
}

function StateBadge({ status, isOver }: { status: PlanStepView['status']; isOver: boolean }) {
  const { label, variant } = stepState(status, isOver)
  return <Badge variant={variant}>{label}</Badge>
}

type AttemptsProps = Pick<Props, 'tool' | 'isOver' | 'isUndone' | 'plannedTexts'> & {
  results: PlanStepView['results']
}

function Attempts({ results, tool, isOver, isUndone, plannedTexts }: AttemptsProps) {
  const last = results.at(-1)
  const earlier = results.slice(0, -1)
  if (!last)
    return <p className="text-muted-foreground text-sm">{isOver ? 'Not run.' : 'Not started yet.'}</p>
  return (
    <>
      <ToolResultView
        result={last}
        schema={tool?.outputSchema}
        isUndone={isUndone}
        plannedText={plannedTexts?.[last.callId]}
      />
      {earlier.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted-foreground">
            {plural(earlier.length, 'previous attempt')}
          </summary>
          <div className="grid gap-4 pt-3">
            {earlier.map((result) => (
              <ToolResultView key={result.callId} result={result} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

const MAX_SHOWN_UNITS = 100

function Units({ units, ...shared }: Omit<AttemptsProps, 'results'> & { units: PlanUnitView[] }) {
  const visibleUnits = units.slice(0, MAX_SHOWN_UNITS)
  return (
    <>
      <ol className="divide-y divide-border rounded-md border border-border" aria-label="Items">
        {visibleUnits.map((unit) => (
          <li key={unit.unit}>
            <details open={unit.status === 'error' || unit.status === 'timeout' || undefined}>
              <summary className="flex cursor-pointer items-center gap-3 px-3 py-2 text-sm">
                <span className="shrink-0 tabular-nums">Item {(unit.index ?? 0) + 1}</span>
                <span className="min-w-0 truncate text-muted-foreground">{pathOf(unit)}</span>
                <span className="ml-auto flex shrink-0 items-center gap-2">
                  <span className="text-muted-foreground text-xs tabular-nums">
                    {unit.results.length > 1 && `${unit.results.length} attempts · `}
                    {unit.results.length > 0 && formatDuration(spanMs(unit.results) ?? 0)}
                  </span>
                  <StateBadge status={unit.status} isOver={shared.isOver} />
                </span>
              </summary>
              <div className="grid gap-4 px-3 pt-1 pb-3">
                <Attempts results={unit.results} {...shared} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {units.length > visibleUnits.length && (
        <p className="text-muted-foreground text-sm">and {units.length - visibleUnits.length} more items</p>
      )}
    </>
  )
}

function pathOf({ results }: PlanUnitView): string | undefined {
  const data = results.at(-1)?.data
  return isObject(data) && typeof data.path === 'string' ? data.path : undefined
}

function UnitCounts({ units }: { units: PlanUnitView[] }) {
  const count = (...statuses: PlanUnitView['status'][]) =>
    units.filter(({ status }) => statuses.includes(status)).length
  const failed = count('error', 'timeout')
  const skipped = count('skipped')
  return (
    <span className="text-muted-foreground text-xs tabular-nums">
      {count('ok')} of {units.length} items done
      {failed > 0 && <span className="text-destructive"> · {failed} failed</span>}
      {skipped > 0 && ` · ${skipped} skipped`}
    </span>
  )
}

function spanMs(results: readonly PublicToolResult[]): number | undefined {
  if (results.length === 0) return undefined
  return (
    Math.max(...results.map(({ endedAt }) => endedAt)) -
    Math.min(...results.map(({ startedAt }) => startedAt))
  )
}
