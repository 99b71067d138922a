'use client'

import { useEffect, useRef, useState } from 'react'
import type { PlanRunSummary } from '#lib/plans/rest/rest-plan-run.ts'
import type { PlanEvent } from '#lib/plans/views/plan-events.ts'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import type { PublicToolResult } from '#lib/runs/model/tool-result.ts'
import { followEvents } from '../../browser/follow-events.ts'
import { isPlanOver } from './plan-run-states.ts'

export type Finished = Extract<PlanEvent, { type: 'step.finished' }>

export function useLivePlanRun(initial: PlanRunView): PlanRunView {
  const [current, setShown] = useState(initial)
  // Includes updates that are not rendered yet.
  const latest = useRef(initial)
  const { id } = initial
  const isOpen = !isPlanOver(current.state)

  useEffect(() => {
    // The page was refreshed, for example after an undo.
    const lead = initial.revision - latest.current.revision
    if (lead < 0 || (lead === 0 && !isPlanOver(initial.state))) return
    latest.current = initial
    setShown(initial)
  }, [initial])

  useEffect(() => {
    if (!isOpen) return
    const after = latest.current.revision
    const ended: Finished[] = []
    const stop = followEvents(`/api/plan-runs/${encodeURIComponent(id)}/events?after=${after}`, {
      onEvent({ type, data }) {
        if (type === 'step.finished') ended.push(JSON.parse(data))
        if (type !== 'message') return
        const now: PlanRunSummary = JSON.parse(data)
        // A stream that ends is opened again, so it is stopped once the run is over.
        if (isPlanOver(now.state)) stop()
        latest.current = mergePlanRunUpdate(latest.current, now, ended.splice(0))
        setShown(latest.current)
      },
    })
    return stop
  }, [id, isOpen])
  return current
}

/** Adds the results in `ended`, which arrived since `before`, to the run. Outdated events are ignored. */
export function mergePlanRunUpdate(
  before: PlanRunView,
  now: PlanRunSummary,
  ended: readonly Finished[],
): PlanRunView {
  if (now.revision < before.revision) return before
  const results = new Map<string, PublicToolResult[]>()
  const knownUnits = before.steps.flatMap(({ units }) => units)
  const updates = ended.map(({ unit, result }) => ({ unit, results: [result] }))
  for (const { unit, results: some } of [...knownUnits, ...updates])
    results.set(unit, appendNewResults(results.get(unit) ?? [], some))
  return {
    ...now,
    plan: before.plan,
    steps: now.steps.map(({ units, ...step }) => {
      const current = units.map((unit) => ({ ...unit, results: results.get(unit.unit) ?? [] }))
      const all = current.flatMap((unit) => unit.results)
      return { ...step, units: current, results: all.sort((one, other) => one.endedAt - other.endedAt) }
    }),
  }
}

/** Adds only new results, because one may arrive twice after a reconnect. */
function appendNewResults(
  knownUnits: PublicToolResult[],
  more: readonly PublicToolResult[],
): PublicToolResult[] {
  return [
    ...knownUnits,
    ...more.filter(({ attempt }) => !knownUnits.some((result) => result.attempt === attempt)),
  ]
}
