import { Plus, Workflow } from 'lucide-react'
import type { Metadata } from 'next'
import { PlanRunListView } from '#components/plans/run/plan-run-list-view.tsx'
import { SavedPlanList } from '#components/plans/saved-plan-list.tsx'
import { TemplateList } from '#components/plans/template-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { listPlans } from '#lib/plans/saved/list-plans.ts'
import { listPlanRuns } from '#lib/plans/views/get-plan-run.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { createPlan, deletePlan, readTemplate } from './actions.ts'

export const metadata: Metadata = { title: 'Plans' }

const LATEST = 5

export default async function PlansPage() {
  const ctx = await contextFromCookie()
  const { plans, templates } = await orNotFound(listPlans(ctx))
  const { planRuns, nextCursor } = await orNotFound(listPlanRuns(ctx, { limit: LATEST }))
  const newPlan = (
    <LinkButton href={paths.planNew}>
      <Plus aria-hidden /> New plan
    </LinkButton>
  )
  return (
    <Page
      className="gap-10"
      title="Plans"
      description="A plan is a list of steps. Each step calls a tool or a skill and can use the results of earlier steps. You can review what a plan will do before it runs, and an interrupted plan resumes where it stopped."
      actions={plans.length > 0 && newPlan}
    >
      {plans.length > 0 ? (
        <SavedPlanList plans={plans} remove={deletePlan} />
      ) : (
        <EmptyState icon={Workflow} title="No plans yet" action={newPlan}>
          Describe the goal, add a step for each task, and pass results from one step to the next. Or start
          from a template.
        </EmptyState>
      )}
      <PlanRunListView runs={planRuns} more={nextCursor === null ? undefined : paths.planRuns()} />
      <TemplateList templates={templates} read={readTemplate} create={createPlan} />
    </Page>
  )
}
