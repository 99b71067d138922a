/** The graph and the totals of a plan. The graph is loaded on demand; the list of steps has the same information. */
'use client'

import {
  Braces,
  CircleCheck,
  Coins,
  LayoutList,
  ListOrdered,
  OctagonAlert,
  TriangleAlert,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { capitalise } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/empty-state.tsx'
import { Tabs, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { NOT_ON_SERVER, useLoaded } from '../../ui/use-loaded.ts'
import { buildPlanGraph } from '../document/build-plan-graph.ts'
import { listStepObjects } from '../document/edit-plan.ts'
import { usePlanEditing } from './plan-editing.tsx'
import { RiskBadge } from './risk-badge.tsx'

const loadSurface = async () =>
  typeof window === 'undefined' ? NOT_ON_SERVER : import('./graph-surface.tsx')

export function PlanGraph({ onOpen }: { onOpen: (index: number) => void }) {
  const { plan, catalog, check } = usePlanEditing()
  const surface = useLoaded(loadSurface)
  const graph = buildPlanGraph(plan, catalog, check)
  if (graph.nodes.length === 0)
    return <p className="py-8 text-center text-muted-foreground text-sm">Add steps to see the graph.</p>
  return (
    <div className="grid gap-3">
      <div className="min-h-80 overflow-hidden rounded-lg border border-border bg-card">
        {surface ? (
          <surface.GraphSurface graph={graph} onOpen={onOpen} />
        ) : (
          <Skeleton className="h-80 rounded-none" />
        )}
      </div>
      <p className="text-muted-foreground text-xs">
        An arrow shows that a step uses the result of another step. Steps without an arrow between them run in
        parallel.
      </p>
    </div>
  )
}

export type PlanViewMode = 'steps' | 'graph' | 'json'

type Props = {
  label: string
  view: PlanViewMode
  onViewChange: (view: PlanViewMode) => void
  children: ReactNode
}

export function PlanTabs({ label, view, onViewChange, children }: Props) {
  return (
    <Tabs value={view} onValueChange={(next) => onViewChange(next as PlanViewMode)} className="min-w-0">
      <TabsList aria-label={label}>
        <TabsTrigger value="steps">
          <LayoutList aria-hidden /> Steps
        </TabsTrigger>
        <TabsTrigger value="graph">
          <Workflow aria-hidden /> Graph
        </TabsTrigger>
        <TabsTrigger value="json">
          <Braces aria-hidden /> JSON
        </TabsTrigger>
      </TabsList>
      {children}
    </Tabs>
  )
}

export function PlanTotals() {
  const { plan, check } = usePlanEditing()
  const count = listStepObjects(plan).length
  const errors = check.issues.filter(({ severity }) => severity === 'error').length
  const warnings = check.issues.filter(({ severity }) => severity === 'warning').length
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2" role="status" aria-label="Plan summary">
      <Badge variant="outline">
        <ListOrdered aria-hidden /> {plural(count, 'step')}
      </Badge>
      <RiskBadge level={check.riskLevel} />
      <Badge variant="outline" className="whitespace-normal">
        <Coins aria-hidden /> {capitalise(check.price.label)}
      </Badge>
      {errors > 0 ? (
        <Badge variant="destructive">
          <OctagonAlert aria-hidden /> {plural(errors, 'problem')}
        </Badge>
      ) : warnings > 0 ? (
        <Badge variant="warning">
          <TriangleAlert aria-hidden /> {plural(warnings, 'warning')}
        </Badge>
      ) : (
        <Badge variant="success">
          <CircleCheck aria-hidden /> Ready to run
        </Badge>
      )}
    </div>
  )
}
