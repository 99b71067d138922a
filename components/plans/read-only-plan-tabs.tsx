/**
 * The totals, the steps, the graph and the JSON of a plan that is shown and not edited. Needs a `PlanEditingProvider`.
 */
import type { ReactNode } from 'react'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { JsonBlock } from '../output/json-block.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { TabsContent } from '../ui/tabs.tsx'
import { listStepObjects } from './document/edit-plan.ts'
import { stepPreview, stepTitle } from './document/step-labels.ts'
import { usePlanEditing } from './parts/plan-editing.tsx'
import { PlanGraph, PlanTabs, PlanTotals, type PlanViewMode } from './parts/plan-overview.tsx'
import { StepNumber } from './parts/reference-chip.tsx'
import { RiskBadge } from './parts/risk-badge.tsx'

export type { PlanViewMode }

type Props = {
  label: string
  jsonLabel: string
  view: PlanViewMode
  onViewChange: (view: PlanViewMode) => void
  /** Rendered between the totals and the tabs. */
  children?: ReactNode
}

export function ReadOnlyPlanTabs({ label, jsonLabel, view, onViewChange, children }: Props) {
  const { plan } = usePlanEditing()
  return (
    <>
      <PlanTotals />
      {children}
      <PlanTabs label={label} view={view} onViewChange={onViewChange}>
        <TabsContent value="steps">
          <ol aria-label="Steps" className="grid grid-cols-1 gap-3">
            {listStepObjects(plan).map(({ step, index }) => (
              <ReadOnlyStep key={index} step={step} index={index} />
            ))}
          </ol>
        </TabsContent>
        <TabsContent value="graph">
          <PlanGraph onOpen={() => onViewChange('steps')} />
        </TabsContent>
        <TabsContent value="json">
          <JsonBlock value={plan} label={jsonLabel} />
        </TabsContent>
      </PlanTabs>
    </>
  )
}

function itemOf({ foreach }: JsonObject): [string, Json][] {
  if (!isObject(foreach)) return []
  const name = typeof foreach.itemName === 'string' ? foreach.itemName : 'item'
  return [[`each ${name} of`, foreach.from ?? null]]
}

function ReadOnlyStep({ step, index }: { step: JsonObject; index: number }) {
  const { plan, catalog, toolOf } = usePlanEditing()
  const { riskLevel = 'read-only' } = toolOf(step.tool) ?? {}
  const args = [...itemOf(step), ...Object.entries(isObject(step.args) ? step.args : {})]
  return (
    <li>
      <Card className="flex min-w-0 items-start gap-3 p-4">
        <StepNumber number={index + 1} className="mt-0.5" />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{stepTitle(catalog, step)}</span>
            <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
              {String(step.tool)}
            </code>
          </p>
          <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {stepPreview(plan, catalog, step)}
          </p>
          <p className="flex flex-wrap gap-1.5 empty:hidden">
            {riskLevel !== 'read-only' && <RiskBadge level={riskLevel} />}
            {isObject(step.foreach) && <Badge variant="info">for each item</Badge>}
          </p>
          {args.length > 0 && (
            <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
              {args.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted-foreground">{name}</dt>
                  <dd className="min-w-0 whitespace-pre-wrap font-mono text-xs leading-5 [overflow-wrap:anywhere]">
                    {typeof value === 'string' ? value : JSON.stringify(value)}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </Card>
    </li>
  )
}
