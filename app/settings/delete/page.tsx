import type { Metadata } from 'next'
import { BelongingsList, DeleteForm } from '#components/organisations/delete-forms.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { listSoleOwnerships } from '#lib/account-data/delete-account.ts'
import { getBelongings } from '#lib/account-data/delete-organisation.ts'
import { getProfile } from '#lib/accounts/profile.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { deleteAccount } from './actions.ts'

export const metadata: Metadata = { title: 'Delete your account' }

export default async function DeleteAccountPage() {
  const ctx = await contextFromCookie()
  const [profile, belongings, owned] = await orNotFound(
    Promise.all([getProfile(ctx), getBelongings(ctx), listSoleOwnerships(ctx)]),
  )
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.settings}>Your profile</BackLink>}
      title="Delete your account"
      description="Your name, address and sign-ins are deleted with everything in your personal organisation. This cannot be undone."
    >
      {owned.length > 0 && (
        <Alert variant="warning" title="Some organisations would have no owner">
          Make another member an owner of {owned.map(({ name }) => name).join(', ')}, or delete{' '}
          {owned.length === 1 ? 'it' : 'them'}, on the{' '}
          <TextLink href={paths.organisation}>organisation page</TextLink>.
        </Alert>
      )}
      <SectionCard id="what" title="What happens">
        <BelongingsList belongings={belongings} />
      </SectionCard>
      <SectionCard
        id="confirm"
        title="Confirm"
        description="Ratings, stars, collections and personal presets are deleted. Runs in shared organisations stay, under “Deleted user”."
      >
        <DeleteForm
          belongings={belongings}
          confirm={profile.email}
          hasPassword={profile.hasPassword}
          submitLabel="Delete my account"
          remove={deleteAccount}
        />
      </SectionCard>
    </Page>
  )
}
