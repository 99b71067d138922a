import type { Metadata } from 'next'
import { AutomateButton } from '#components/automations/automate-button.tsx'
import { ChoicesLoaderProvider } from '#components/catalog/skill-choices-provider.tsx'
import { PlanBuilder } from '#components/plans/builder/plan-builder.tsx'
import { PlanRunListView } from '#components/plans/run/plan-run-list-view.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { requireViewer } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { getPolicy } from '#lib/plans/check/plan-policy.ts'
import { listSamplePaths } from '#lib/plans/saved/list-plans.ts'
import { getSavedPlan } from '#lib/plans/saved/saved-plans.ts'
import { listToolsForPlan } from '#lib/plans/tools/find-plan-tools.ts'
import { listPlanRuns } from '#lib/plans/views/get-plan-run.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { createAutomation } from '../../automations/actions.ts'
import { findSkillsByTypes } from '../../find/actions.ts'
import { listChoices } from '../../runs/actions.ts'
import {
  addSampleFile,
  createPlan,
  deletePlan,
  findMissingFiles,
  findPlanTools,
  loadPlan,
  savePlan,
  startPlanRun,
} from '../actions.ts'

export const metadata: Metadata = { title: 'Plan' }

const LATEST = 5

type Props = { params: Promise<{ slug: string }> }

export default async function PlanPage({ params }: Props) {
  const { slug } = await params
  const ctx = await contextFromCookie()
  const saved = await orNotFound(getSavedPlan(ctx, slug))
  const { planRuns, nextCursor } = await orNotFound(listPlanRuns(ctx, { savedPlan: saved.id, limit: LATEST }))
  const tools = await listToolsForPlan(ctx, saved.text)
  return (
    <PageContent className="grid grid-cols-1 gap-10">
      <ChoicesLoaderProvider list={listChoices}>
        <PlanBuilder
          page={{
            saved,
            tools,
            viewerId: requireViewer(ctx).userId,
            policy: await getPolicy(ctx),
            samplePaths: await listSamplePaths(ctx),
          }}
          actions={{
            create: createPlan,
            save: savePlan,
            load: loadPlan,
            findTools: findPlanTools,
            findMissingFiles,
            findByTypes: findSkillsByTypes,
            remove: deletePlan,
            addSample: addSampleFile,
            run: startPlanRun,
          }}
          automate={
            <AutomateButton target={{ plan: saved.slug }} title={saved.title} create={createAutomation} />
          }
        />
      </ChoicesLoaderProvider>
      <PlanRunListView
        runs={planRuns}
        heading="Runs of this plan"
        more={nextCursor === null ? undefined : paths.planRuns(saved.slug)}
      />
    </PageContent>
  )
}
