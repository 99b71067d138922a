import type { Metadata } from 'next'
import { PlanRunDesk } from '#components/plan/run/plan-run-desk.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Time } from '#components/ui/time.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { findPlanTools, toolNamesIn } from '#lib/plans/find-plan-tools.ts'
import { getPlanRun } from '#lib/plans/get-plan-run.ts'
import { findPlanHead } from '#lib/plans/list-plans.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { cancelPlan, confirmPlan, resumePlan, undoPlan } from '../../actions.ts'

export const metadata: Metadata = { title: 'Plan run' }

const actions = { cancel: cancelPlan, confirm: confirmPlan, resume: resumePlan, undo: undoPlan }

type Props = { params: Promise<{ id: string }> }

export default async function PlanRunPage({ params }: Props) {
  const { id } = await params
  const ctx = await contextFromCookie()
  const run = await orNotFound(getPlanRun(ctx, decodeURIComponent(id)))
  const [tools, saved] = await Promise.all([
    findPlanTools(ctx, toolNamesIn(run.plan)),
    findPlanHead(ctx, run.savedPlanId),
  ])
  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.plans}>Plans</BackLink>}
        title={saved?.title ?? 'Plan run'}
        description={
          <>
            {run.plan.goal}
            <span className="block text-sm">
              <Time at={run.createdAtMs} /> by {run.userName}
              {saved && (
                <>
                  {' · '}
                  <Link href={paths.plan(saved.slug)} className="underline underline-offset-4">
                    the plan
                  </Link>
                </>
              )}
              {run.resumedFromId && (
                <>
                  {' · '}
                  <Link href={paths.planRun(run.resumedFromId)} className="underline underline-offset-4">
                    the run it goes on from
                  </Link>
                </>
              )}
              {run.resumedById && (
                <>
                  {' · '}
                  <Link href={paths.planRun(run.resumedById)} className="underline underline-offset-4">
                    the run that goes on from it
                  </Link>
                </>
              )}
            </span>
          </>
        }
      />
      <PlanRunDesk key={run.id} initial={run} tools={[...tools]} actions={actions} />
    </Page>
  )
}
