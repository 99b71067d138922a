import type { Metadata } from 'next'
import { PolicyForm } from '#components/plan/policy/policy-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { requireViewer } from '#lib/context.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { getPolicy } from '#lib/plans/approval-policy.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { savePolicy } from './actions.ts'

export const metadata: Metadata = { title: 'What plans may do' }

export default async function PlanPolicyPage() {
  const ctx = await contextFromCookie()
  const policy = await orNotFound(getPolicy(ctx))
  const { organisationName, organisationRole } = requireViewer(ctx)

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title="What plans may do"
        description={`Applies to every plan of ${organisationName}, whoever starts it. A denied step is never run.`}
      />
      <PolicyForm policy={policy} canChange={organisationRole !== 'MEMBER'} save={savePolicy} />
      <p className="text-muted-foreground text-sm">
        Changes also apply to the remaining steps of running plans.{' '}
        <Link href={paths.plans} className="text-foreground underline underline-offset-4">
          Go to plans
        </Link>
      </p>
    </Page>
  )
}
