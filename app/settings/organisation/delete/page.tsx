import type { Metadata } from 'next'
import { BelongingsList, DeleteForm } from '#components/organisations/delete-forms.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { getBelongings } from '#lib/account-data/delete-organisation.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { deleteOrganisation } from './actions.ts'

export const metadata: Metadata = { title: 'Delete organisation' }

export default async function DeleteOrganisationPage() {
  const belongings = await orNotFound(getBelongings(await contextFromCookie()))
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.organisation}>Organisation</BackLink>}
      title="Delete organisation"
      description={`${belongings.organisationName} and everything in it. This cannot be undone.`}
    >
      <SectionCard id="what" title="What happens">
        <BelongingsList belongings={belongings} />
      </SectionCard>
      <SectionCard id="confirm" title="Confirm" description="Only owners can delete an organisation.">
        <DeleteForm
          belongings={belongings}
          confirm={belongings.organisationName}
          hasPassword={false}
          submitLabel="Delete organisation"
          remove={deleteOrganisation}
        />
      </SectionCard>
    </Page>
  )
}
