import type { Metadata } from 'next'
import { OfferForm, RenameForm } from '#components/publishing/publish/name-forms.tsx'
import { ProfileForm, RequestForm } from '#components/publishing/publish/profile-forms.tsx'
import { ProofForms } from '#components/publishing/publish/proof-forms.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound, redirectFormerName } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getPublisherSettings } from '#lib/publishing/publishers/get-name-settings.ts'
import { getPublisherProfile } from '#lib/publishing/publishers/profile.ts'
import { getProofSettings } from '#lib/publishing/publishers/proofs.ts'
import { changePublisherName, offerPublisher } from '../../name-actions.ts'
import { proveControl, removeControl, requestVerification, saveProfile } from '../../profile-actions.ts'

export const metadata: Metadata = { title: 'Publisher settings' }

type Props = { params: Promise<{ handle: string }> }

export default async function PublisherSettingsPage({ params }: Props) {
  const { handle } = await params
  const ctx = await contextFromCookie('studio')
  const [settings, profile] = await orNotFound(
    Promise.all([getPublisherSettings(ctx, handle), getPublisherProfile(ctx, handle)]),
  )
  const proofs = settings.role === 'MEMBER' ? null : await getProofSettings(ctx, handle)
  const { name, displayName, formerNames, role, isVerified, transfer } = settings
  await redirectFormerName(paths.publisherSettings(handle), paths.publisherSettings(name))
  const verification = isVerified ? ' The verification ends: ask an admin to verify it again.' : ''
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title="Publisher settings"
      description={`${displayName} publishes as ${name}.`}
    >
      {role === 'MEMBER' && (
        <p className="text-sm">Only owners and admins of the organisation can change these settings.</p>
      )}
      {role !== 'MEMBER' && (
        <SectionCard
          id="profile"
          title="Profile"
          description={
            <>
              Shown on <TextLink href={paths.publisher(name)}>your public page</TextLink>, at once.
            </>
          }
        >
          <ProfileForm profile={profile} save={saveProfile.bind(null, name)} />
        </SectionCard>
      )}
      {proofs && (
        <SectionCard
          id="proofs"
          title="Domain and repository"
          description="Shown in words on your public page, with the day. It says what you control, not who you are: an admin checks the name."
        >
          <ProofForms
            settings={proofs}
            prove={(method, subject) => proveControl.bind(null, name, method, subject)}
            remove={(method) => removeControl.bind(null, name, method)}
          />
        </SectionCard>
      )}
      {role !== 'MEMBER' && !isVerified && (
        <SectionCard
          id="verification"
          title="Verification"
          description="Admins of this site mark publishers whose name they have checked. Fill in the profile first, so that they can see who you are."
        >
          <RequestForm
            label="Request verification"
            done="Sent. You are notified once an admin has verified the publisher."
            send={requestVerification.bind(null, name)}
          />
        </SectionCard>
      )}
      {role !== 'MEMBER' && (
        <SectionCard
          id="rename"
          title="Handle"
          description={`All skills get the new name. Old addresses redirect, programs and installs that use the old handle keep working, and no one else can claim it.${verification}`}
        >
          <RenameForm
            key={name}
            label="Handle"
            path="/to"
            name={name}
            formerNames={formerNames}
            save={changePublisherName.bind(null, name)}
          />
        </SectionCard>
      )}
      {role === 'OWNER' && (
        <SectionCard
          id="transfer"
          title="Transfer"
          description={`Gives the publisher and all its SkillSets to another organisation, whose owner has to accept. Names do not change. Ratings, statistics and later earnings move with it; earlier earnings stay with you.${verification}`}
        >
          <OfferForm transfer={transfer} offer={offerPublisher.bind(null, name)} />
        </SectionCard>
      )}
    </Page>
  )
}
