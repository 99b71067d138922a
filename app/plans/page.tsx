import { Plus, Workflow } from 'lucide-react'
import type { Metadata } from 'next'
import { PlanRunList } from '#components/plan/run/plan-run-list.tsx'
import { SavedPlanList } from '#components/plan/saved-plan-list.tsx'
import { TemplateList } from '#components/plan/template-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { listPlanRuns } from '#lib/plans/get-plan-run.ts'
import { listPlans } from '#lib/plans/list-plans.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { createPlan, deletePlan, readTemplate } from './actions.ts'

export const metadata: Metadata = { title: 'Plans' }

const LATEST = 5

export default async function PlansPage() {
  const ctx = await contextFromCookie()
  const { plans, templates } = await orNotFound(listPlans(ctx))
  const { planRuns, nextCursor } = await orNotFound(listPlanRuns(ctx, { most: LATEST }))
  const newPlan = (
    <Button asChild>
      <Link href={paths.planNew}>
        <Plus aria-hidden /> New plan
      </Link>
    </Button>
  )
  return (
    <Page className="grid grid-cols-1 gap-10">
      <PageHeader
        title="Plans"
        description="A plan is a list of steps. Each step calls a tool or a skill and can use the results of earlier steps. You see what it will do before anything runs, and an interrupted plan resumes where it stopped."
        actions={plans.length > 0 && newPlan}
      />
      {plans.length > 0 ? (
        <SavedPlanList plans={plans} remove={deletePlan} />
      ) : (
        <EmptyState icon={Workflow} title="No plans yet" action={newPlan}>
          Describe the goal, add a step for each task, and pass results from one step to the next. Or start
          from a template.
        </EmptyState>
      )}
      <PlanRunList runs={planRuns} more={nextCursor === null ? undefined : paths.planRuns()} />
      <TemplateList templates={templates} read={readTemplate} create={createPlan} />
    </Page>
  )
}
