import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NewSkillSetForm } from '#components/publishing/publish/new-skill-set-form.tsx'
import { PublishersOnly } from '#components/publishing/publish/read-only-draft.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listMySkillSets } from '#lib/publishing/drafts/list-my-skill-sets.ts'
import { createSkillSet } from '../actions.ts'

export const metadata: Metadata = { title: 'New SkillSet' }

export default async function NewSkillSetPage() {
  const { publishers, canPublish } = await orNotFound(listMySkillSets(await contextFromCookie('studio')))
  if (publishers.length === 0) redirect(paths.publish)
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title="New SkillSet"
      description="Choose a name, a slug and a first skill. You add the rest in the studio, which saves as you type."
    >
      {canPublish ? (
        <NewSkillSetForm handles={publishers.map(({ handle }) => handle)} create={createSkillSet} />
      ) : (
        <PublishersOnly />
      )}
    </Page>
  )
}
