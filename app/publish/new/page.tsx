import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NewSkillSetForm } from '#components/publish/new-skill-set-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { listMySkillSets } from '#lib/studio/list-my-skill-sets.ts'
import { create } from '../actions.ts'

export const metadata: Metadata = { title: 'New SkillSet' }

export default async function NewSkillSetPage() {
  const { publishers } = await orNotFound(listMySkillSets(await contextFromCookie('studio')))
  if (publishers.length === 0) redirect(paths.publish)
  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
        title="New SkillSet"
        description="Choose a name, a slug and a first skill. You write the rest in the studio, where everything is saved as you type."
      />
      <NewSkillSetForm handles={publishers.map(({ handle }) => handle)} create={create} />
    </Page>
  )
}
