import type { Metadata } from 'next'
import { PlanBuilder } from '#components/plan/builder/builder.tsx'
import { PlanRunList } from '#components/plan/run/plan-run-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { requireViewer } from '#lib/context.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { getPolicy } from '#lib/plans/approval-policy.ts'
import { toolsForPlan } from '#lib/plans/find-plan-tools.ts'
import { listPlanRuns } from '#lib/plans/get-plan-run.ts'
import { getSavedPlan } from '#lib/plans/saved-plans.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { findTools, loadPlan, runPlan, savePlan } from '../actions.ts'

export const metadata: Metadata = { title: 'Plan' }

const LATEST = 5

type Props = { params: Promise<{ slug: string }> }

export default async function PlanPage({ params }: Props) {
  const { slug } = await params
  const ctx = await contextFromCookie()
  const saved = await orNotFound(getSavedPlan(ctx, slug))
  const { planRuns, nextCursor } = await orNotFound(listPlanRuns(ctx, { savedPlan: saved.id, most: LATEST }))
  const tools = await toolsForPlan(ctx, saved.text)
  return (
    <Page className="grid grid-cols-1 gap-10">
      <PlanBuilder
        page={{ saved, tools, viewerId: requireViewer(ctx).userId, policy: await getPolicy(ctx) }}
        doors={{ save: savePlan, load: loadPlan, findTools, run: runPlan }}
      />
      <PlanRunList
        runs={planRuns}
        heading="Runs of this plan"
        more={nextCursor === null ? undefined : paths.planRuns(saved.slug)}
      />
    </Page>
  )
}
