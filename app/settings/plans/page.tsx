import type { Metadata } from 'next'
import { PolicyForm } from '#components/plans/plan-policy-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { requireViewer } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { getPolicy } from '#lib/plans/check/plan-policy.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { savePolicy } from './actions.ts'

export const metadata: Metadata = { title: 'Plan policy' }

export default async function PlanPolicyPage() {
  const ctx = await contextFromCookie()
  const policy = await orNotFound(getPolicy(ctx))
  const { organisationName, organisationRole } = requireViewer(ctx)

  return (
    <Page
      width="reading"
      title="Plan policy"
      description={`Applies to all plans of ${organisationName}, no matter who starts them. Denied steps never run.`}
    >
      <PolicyForm policy={policy} canChange={organisationRole !== 'MEMBER'} save={savePolicy} />
      <p className="text-muted-foreground text-sm">
        Changes also apply to the remaining steps of running plans.{' '}
        <TextLink href={paths.plans} className="text-foreground">
          Go to plans
        </TextLink>
      </p>
    </Page>
  )
}
