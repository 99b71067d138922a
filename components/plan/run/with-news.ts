/** A plan run on its page, kept up to date by what is told of it. Pure. */
import type { ToolResult } from '#lib/contract/plan/tool-result.ts'
import type { PlanEvent } from '#lib/plans/plan-events.ts'
import type { PlanRunStanding } from '#lib/plans/plan-run-standing.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'

export type Finished = Extract<PlanEvent, { type: 'step.finished' }>

/** `now` is how it stands, with what ended since `before`. What is older than what is known changes nothing. */
export function withNews(before: PlanRunView, now: PlanRunStanding, ended: readonly Finished[]): PlanRunView {
  if (now.revision < before.revision) return before
  const results = new Map<string, ToolResult[]>()
  const known = before.steps.flatMap(({ units }) => units)
  const news = ended.map(({ unit, result }) => ({ unit, results: [result] }))
  for (const { unit, results: some } of [...known, ...news])
    results.set(unit, unlessKnown(results.get(unit) ?? [], some))
  return {
    ...now,
    plan: before.plan,
    steps: now.steps.map(({ units, ...step }) => {
      const shown = units.map((unit) => ({ ...unit, results: results.get(unit.unit) ?? [] }))
      const all = shown.flatMap((unit) => unit.results)
      return { ...step, units: shown, results: all.sort((one, other) => one.endedAt - other.endedAt) }
    }),
  }
}

/** A result may be told twice after a break. */
function unlessKnown(known: ToolResult[], more: readonly ToolResult[]): ToolResult[] {
  return [...known, ...more.filter(({ attempt }) => !known.some((result) => result.attempt === attempt))]
}
