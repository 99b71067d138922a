import { Workflow } from 'lucide-react'
import type { Metadata } from 'next'
import { PlanRunLines } from '#components/plans/run/plan-run-list-view.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { MoreLink } from '#components/ui/link-rows.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { getSavedPlan } from '#lib/plans/saved/saved-plans.ts'
import { listPlanRuns } from '#lib/plans/views/get-plan-run.ts'
import { toSearchParams, withParam } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

export const metadata: Metadata = { title: 'Plan runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PlanRunsPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const ctx = await contextFromCookie()
  const slug = params.get('plan')
  const saved = slug === null ? undefined : await orNotFound(getSavedPlan(ctx, slug))
  const after = params.get('after') ?? undefined
  const { planRuns, nextCursor } = await orNotFound(listPlanRuns(ctx, { savedPlan: saved?.id, after }))
  return (
    <Page
      eyebrow={
        <BackLink href={saved ? paths.plan(saved.slug) : paths.plans}>{saved?.title ?? 'Plans'}</BackLink>
      }
      title="Plan runs"
      description={`All runs of ${saved ? `“${saved.title}”` : `${ctx.viewer?.organisationName ?? 'your organisation'}’s plans`}, newest first.`}
    >
      {planRuns.length > 0 ? (
        <PlanRunLines runs={planRuns} />
      ) : (
        <EmptyState icon={Workflow} title={after ? 'No older runs' : 'No plan runs yet'}>
          Each plan run appears here with the results and changes of every step.
        </EmptyState>
      )}
      {nextCursor && (
        <MoreLink href={`${paths.planRuns()}?${withParam(params, 'after', nextCursor)}`}>Older runs</MoreLink>
      )}
    </Page>
  )
}
