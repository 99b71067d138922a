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
        description={`Holds for every plan of ${organisationName}, whoever starts it. A step that is denied is never run.`}
      />
      <PolicyForm policy={policy} canChange={organisationRole !== 'MEMBER'} save={savePolicy} />
      <p className="text-muted-foreground text-sm">
        Plans that are under way are held to what stands here now, at each step.{' '}
        <Link href={paths.plans} className="text-foreground underline underline-offset-4">
          To the plans
        </Link>
      </p>
    </Page>
  )
}
