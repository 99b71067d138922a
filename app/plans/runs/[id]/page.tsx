import type { Metadata } from 'next'
import { ChoicesLoaderProvider } from '#components/catalog/skill-choices-provider.tsx'
import { PlanRunDetails } from '#components/plans/run/plan-run-details.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { BackLink, PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { findPlanHead, listSamplePaths } from '#lib/plans/saved/list-plans.ts'
import { findPlanTools, listToolNames } from '#lib/plans/tools/find-plan-tools.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listChoices } from '../../../runs/actions.ts'
import {
  addSampleFile,
  cancelPlanRun,
  confirmPlanRun,
  decideApproval,
  resumePlanRun,
  startRealRun,
  undoPlanRun,
} from '../../actions.ts'

export const metadata: Metadata = { title: 'Plan run' }

const actions = {
  cancel: cancelPlanRun,
  confirm: confirmPlanRun,
  decide: decideApproval,
  addSample: addSampleFile,
  resume: resumePlanRun,
  undo: undoPlanRun,
  runForReal: startRealRun,
}

type Props = { params: Promise<{ id: string }> }

export default async function PlanRunPage({ params }: Props) {
  const { id } = await params
  const ctx = await contextFromCookie()
  const run = await orNotFound(getPlanRun(ctx, decodeURIComponent(id)))
  const [samplePaths, tools, saved] = await Promise.all([
    listSamplePaths(ctx),
    findPlanTools(ctx, listToolNames(run.plan)),
    findPlanHead(ctx, run.savedPlanId),
  ])
  return (
    <PageContent width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.plans}>Plans</BackLink>}
        title={saved?.title ?? 'Plan run'}
        description={
          <>
            {run.plan.goal !== saved?.title && run.plan.goal}
            <span className="block text-sm">
              <Time at={run.createdAtMs} /> by {run.userName}
              {saved && (
                <>
                  {' · '}
                  <TextLink href={paths.plan(saved.slug)}>View plan </TextLink>
                </>
              )}
              {run.resumedFromId && (
                <>
                  {' · '}
                  <TextLink href={paths.planRun(run.resumedFromId)}>previous run</TextLink>
                </>
              )}
              {run.resumedById && (
                <>
                  {' · '}
                  <TextLink href={paths.planRun(run.resumedById)}>resumed run</TextLink>
                </>
              )}
            </span>
          </>
        }
      />
      <ChoicesLoaderProvider list={listChoices}>
        <PlanRunDetails
          key={run.id}
          initial={run}
          tools={[...tools]}
          samplePaths={samplePaths}
          actions={actions}
        />
      </ChoicesLoaderProvider>
    </PageContent>
  )
}
