import type { Metadata } from 'next'
import { OfferForm, RenameForm } from '#components/publish/name-forms.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { BackLink, PageHeader } from '#components/ui/page-header.tsx'
import { orNotFound } from '#lib/http/responses/or-not-found.ts'
import { getSkillSetSettings } from '#lib/publishers/get-name-settings.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { paths } from '#lib/site/paths.ts'
import { changeSkillSetSlug, offerSkillSet } from '../../name-actions.ts'

export const metadata: Metadata = { title: 'SkillSet settings' }

type Props = { params: Promise<{ id: string }> }

export default async function SkillSetSettingsPage({ params }: Props) {
  const settings = await orNotFound(getSkillSetSettings(await contextFromCookie('studio'), (await params).id))
  const { id, name, slug, title, formerNames, role, transfer } = settings
  return (
    <PageContent width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.publishSkillSet(id)}>{title}</BackLink>}
        title="SkillSet settings"
        description={<code className="[overflow-wrap:anywhere]">{name}</code>}
      />
      {role === 'MEMBER' && (
        <p className="text-sm">Only owners and admins of the organisation can change these settings.</p>
      )}
      {role !== 'MEMBER' && (
        <SectionCard
          id="rename"
          title="Slug"
          description="The second part of each skill’s name. Old addresses redirect, and programs and installs that use the old name keep working."
        >
          <RenameForm
            key={slug}
            label="Slug"
            path="/slug"
            name={slug}
            formerNames={formerNames}
            save={changeSkillSetSlug.bind(null, id)}
          />
        </SectionCard>
      )}
      {role === 'OWNER' && (
        <SectionCard
          id="transfer"
          title="Transfer"
          description="Gives this SkillSet to another organisation, whose owner has to accept. It gets a name under the receiver’s handle; the old name keeps working. Ratings, statistics and later earnings move with it; earlier earnings stay with you."
        >
          <OfferForm transfer={transfer} offer={offerSkillSet.bind(null, id)} />
        </SectionCard>
      )}
    </PageContent>
  )
}
