import type { Metadata } from 'next'
import { NewPlanForm } from '#components/plans/new-plan-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { getPlannerName } from '#lib/plans/planner/planner-settings.ts'
import { listPlans } from '#lib/plans/saved/list-plans.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { createPlan, draftPlan } from '../actions.ts'

export const metadata: Metadata = { title: 'New plan' }

export default async function NewPlanPage() {
  // Called only because it sends visitors to sign in.
  await orNotFound(listPlans(await contextFromCookie()))
  const planner = getPlannerName()
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.plans}>Plans</BackLink>}
      title="New plan"
      description="Give the plan a name and a goal. You add its steps next. Changes are saved as you type."
    >
      <NewPlanForm create={createPlan} planner={planner ? { name: planner, draft: draftPlan } : undefined} />
    </Page>
  )
}
