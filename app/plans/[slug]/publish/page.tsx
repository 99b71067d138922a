import type { Metadata } from 'next'
import { PlanSkillForm } from '#components/publishing/publish/plan-skill-form.tsx'
import { PublishersOnly } from '#components/publishing/publish/read-only-draft.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Link } from '#components/ui/link.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getPlanSkill } from '#lib/publishing/drafts/plan-skill.ts'
import { createSkillFromPlan } from '../../../publish/actions.ts'

export const metadata: Metadata = { title: 'Publish a plan' }

type Props = { params: Promise<{ slug: string }> }

export default async function PublishPlanPage({ params }: Props) {
  const { slug } = await params
  const view = await orNotFound(getPlanSkill(await contextFromCookie('studio'), slug))
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.plan(slug)}>{view.title}</BackLink>}
      title="Publish as skill"
      description="Creates a draft of a skill that performs the steps of this plan. Its contract is inferred from the tools and skills that the steps call. You try it, edit it and submit it in the studio."
    >
      {!view.canPublish ? (
        <PublishersOnly />
      ) : view.problems.length > 0 ? (
        <Problems problems={view.problems} />
      ) : view.handles.length === 0 ? (
        <Alert title="You need a publisher handle">
          <Link href={paths.publish}>Claim a handle</Link>, which is the first part of the names of your
          skills. Then return to this page.
        </Alert>
      ) : (
        <PlanSkillForm plan={slug} view={view} create={createSkillFromPlan} />
      )}
    </Page>
  )
}

function Problems({ problems }: { problems: string[] }) {
  return (
    <Alert variant="destructive" title="Fix the plan before you publish it">
      <ul className="grid list-disc gap-1 pl-5">
        {problems.map((problem) => (
          <li key={problem} className="first-letter:uppercase">
            {problem}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
