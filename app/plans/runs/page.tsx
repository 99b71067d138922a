import { Workflow } from 'lucide-react'
import type { Metadata } from 'next'
import { PlanRunLines } from '#components/plan/run/plan-run-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { listPlanRuns } from '#lib/plans/get-plan-run.ts'
import { getSavedPlan } from '#lib/plans/saved-plans.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf, withParam } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export const metadata: Metadata = { title: 'Plan runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Everything that plans did, newest first; with `?plan=` what one of them did. */
export default async function PlanRunsPage({ searchParams }: Props) {
  const params = searchParamsOf(await searchParams)
  const ctx = await contextFromCookie()
  const slug = params.get('plan')
  const saved = slug === null ? undefined : await orNotFound(getSavedPlan(ctx, slug))
  const after = params.get('after') ?? undefined
  const { planRuns, nextCursor } = await orNotFound(listPlanRuns(ctx, { savedPlan: saved?.id, after }))
  return (
    <Page className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={
          <BackLink href={saved ? paths.plan(saved.slug) : paths.plans}>{saved?.title ?? 'Plans'}</BackLink>
        }
        title="Plan runs"
        description={`Every run of ${saved ? `“${saved.title}”` : `${ctx.viewer?.organisationName ?? 'your organisation'}’s plans`}, newest first.`}
      />
      {planRuns.length > 0 ? (
        <PlanRunLines runs={planRuns} />
      ) : (
        <EmptyState icon={Workflow} title={after ? 'Nothing is older' : 'No plan has run yet'}>
          Each run of a plan is kept here, with what every step gave back and changed.
        </EmptyState>
      )}
      {nextCursor && (
        <Button asChild variant="outline" className="justify-self-center">
          <Link href={`${paths.planRuns()}?${withParam(params, 'after', nextCursor)}`}>Older runs</Link>
        </Button>
      )}
    </Page>
  )
}
