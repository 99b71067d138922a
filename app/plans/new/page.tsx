import type { Metadata } from 'next'
import { NewPlanForm } from '#components/plan/new-plan-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { listPlans } from '#lib/plans/list-plans.ts'
import { plannerName } from '#lib/plans/planner-settings.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { createPlan, draftPlan } from '../actions.ts'

export const metadata: Metadata = { title: 'New plan' }

export default async function NewPlanPage() {
  // Asked for its refusal: visitors are sent to sign in.
  await orNotFound(listPlans(await contextFromCookie()))
  const planner = plannerName()
  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        eyebrow={<BackLink href={paths.plans}>Plans</BackLink>}
        title="New plan"
        description="Give the plan a name and a goal. You add its steps next; everything is saved as you type."
      />
      <NewPlanForm create={createPlan} planner={planner ? { name: planner, draft: draftPlan } : undefined} />
    </Page>
  )
}
