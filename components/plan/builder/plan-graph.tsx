'use client'

/** The plan as a graph: what waits for what, and what flows. It is drawn when it is looked at; the list says the same. */
import { useLoaded } from '../../code-editor/use-loaded.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { planGraph } from './graph-of-plan.ts'
import { usePlan } from './plan-desk.tsx'

const loadSurface = () => import('./graph-surface.tsx')

export function PlanGraph({ onOpen }: { onOpen: (index: number) => void }) {
  const { plan, catalog, check } = usePlan()
  const surface = useLoaded(loadSurface)
  const graph = planGraph(plan, catalog, check)
  if (graph.nodes.length === 0)
    return (
      <p className="py-8 text-center text-muted-foreground text-sm">A graph is drawn once there are steps.</p>
    )
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
        An arrow says what flows from one step into another. Steps without an arrow between them run side by
        side.
      </p>
    </div>
  )
}
