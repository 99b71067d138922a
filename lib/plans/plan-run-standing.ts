/** How a plan run stands, for whoever has heard of each result when it came. Floor 3, pure. */
import type { PlanRunView, PlanStepView, PlanUnitView } from './plan-run-view.ts'
import { restPlanRun } from './rest-plan-run.ts'

type StepStanding = Omit<PlanStepView, 'results' | 'units'> & { units: Omit<PlanUnitView, 'results'>[] }

/** Without what never changes, and without results: those may be megabytes, and are told once each. */
export type PlanRunStanding = Omit<PlanRunView, 'plan' | 'steps'> & { steps: StepStanding[] }

export function planRunStanding({ plan: _, steps, ...run }: PlanRunView): PlanRunStanding {
  return {
    ...run,
    steps: steps.map(({ results: _, units, ...step }) => ({
      ...step,
      units: units.map(({ results: _, ...unit }) => unit),
    })),
  }
}

/** As programs meet it. */
export function restPlanRunStanding(view: PlanRunView): object {
  const { steps, ...run } = restPlanRun(view)
  return { ...run, steps: steps.map(({ results: _, ...step }) => step) }
}
