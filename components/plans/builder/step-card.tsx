'use client'

import { ChevronDown } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { formatMicros } from '#lib/kernel/money.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Badge } from '../../ui/badge.tsx'
import { cn } from '../../ui/cn.ts'
import { RowButtons } from '../../ui/row-buttons.tsx'
import { stepPreview, stepTitle } from '../document/step-labels.ts'
import { stepCardId } from '../forms/plan-element-id.ts'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { StepNumber } from '../parts/reference-chip.tsx'
import { RiskBadge } from '../parts/risk-badge.tsx'
import { StepDetails } from './step-details.tsx'
import type { StepActions } from './use-step-actions.ts'

type Props = { step: JsonObject; index: number; count: number; isOpen: boolean; actions: StepActions }

export function StepCard({ step, index, count, isOpen, actions }: Props) {
  const { plan, catalog, toolOf, issuesIn } = usePlanEditing()
  const tool = toolOf(step.tool)
  const title = stepTitle(catalog, step)
  const preview = stepPreview(plan, catalog, step)
  const issues = issuesIn(`/steps/${index}`)
  const id = stepCardId(index)

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    actions.move(index, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className="min-w-0 rounded-lg border border-border bg-card shadow-xs" data-step={String(step.id)}>
      <div className="flex items-start gap-1 p-2 sm:gap-2 sm:p-3">
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          aria-controls={`${id}-details`}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          className="flex min-w-0 flex-1 items-start gap-3 rounded-md p-1 text-left"
          onClick={() => actions.toggle(index)}
          onKeyDown={onKeyDown}
        >
          <StepNumber number={index + 1} className="mt-0.5" />
          <span className="grid min-w-0 flex-1 gap-1">
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="font-medium [overflow-wrap:anywhere]">{title}</span>
              <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
                {String(step.id ?? '')}
              </code>
            </span>
            {preview !== title && (
              <span className="text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {preview}
              </span>
            )}
            <StepBadges step={step} tool={tool} issues={issues} />
          </span>
          <ChevronDown
            aria-hidden
            className={cn(
              'mt-1 size-4 shrink-0 text-muted-foreground transition-transform',
              isOpen && 'rotate-180',
            )}
          />
        </button>
        <RowButtons
          item={`step ${index + 1}, ${title}`}
          className="max-sm:grid max-sm:grid-cols-2"
          actions={{
            up: index > 0 && (() => actions.move(index, -1)),
            down: index < count - 1 && (() => actions.move(index, 1)),
            double: () => actions.copy(index),
            remove: () => actions.remove(index),
          }}
        />
      </div>
      {isOpen && (
        <div id={`${id}-details`} className="border-border border-t px-4 py-5 sm:px-5">
          <StepDetails step={step} index={index} tool={tool} />
        </div>
      )}
    </li>
  )
}

type Editing = ReturnType<typeof usePlanEditing>
type StepBadgesProps = {
  step: JsonObject
  tool: ReturnType<Editing['toolOf']>
  issues: ReturnType<Editing['issuesIn']>
}

function StepBadges({ step, tool, issues }: StepBadgesProps) {
  const errors = issues.filter(({ severity }) => severity === 'error').length
  const warnings = issues.filter(({ severity }) => severity === 'warning').length
  return (
    <span className="flex flex-wrap items-center gap-1.5 pt-0.5 empty:hidden">
      {tool && tool.riskLevel !== 'read-only' && <RiskBadge level={tool.riskLevel} />}
      {tool && tool.priceMicros > 0n && (
        <Badge variant="outline">{formatMicros(tool.priceMicros)} USDC</Badge>
      )}
      {step.foreach !== undefined && <Badge variant="info">for each item</Badge>}
      {errors > 0 && <Badge variant="destructive">{plural(errors, 'problem')}</Badge>}
      {errors === 0 && issues.length > 0 && (
        <Badge variant={warnings > 0 ? 'warning' : 'info'}>
          {warnings > 0 ? plural(warnings, 'warning') : plural(issues.length, 'note')}
        </Badge>
      )}
    </span>
  )
}
