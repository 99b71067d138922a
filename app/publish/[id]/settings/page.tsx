import type { Metadata } from 'next'
import { ExampleChecks } from '#components/publishing/publish/example-checks.tsx'
import { EmbedSitesForm, OfferForm, RenameForm } from '#components/publishing/publish/name-forms.tsx'
import { ScreenshotsForm } from '#components/publishing/publish/profile-forms.tsx'
import { TrustedPublishers } from '#components/publishing/publish/trusted-publishers.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listExampleChecks } from '#lib/publishing/drafts/list-example-checks.ts'
import { listStagedSubmissions } from '#lib/publishing/from-ci/staged-submissions.ts'
import { listTrustedRepositories } from '#lib/publishing/from-ci/trusted-repositories.ts'
import { getEmbedSites } from '#lib/publishing/publishers/embed-sites.ts'
import { getSkillSetSettings, type NameSettings } from '#lib/publishing/publishers/get-name-settings.ts'
import { getScreenshots } from '#lib/publishing/publishers/screenshots.ts'
import { changeSkillSetSlug, offerSkillSet } from '../../name-actions.ts'
import { addScreenshot, removeScreenshot } from '../../profile-actions.ts'
import { distrustRepository, saveEmbedSites, trustRepository } from '../../trust-actions.ts'
import { previewPublicRecording, publishRecording } from '../recording-actions.ts'

export const metadata: Metadata = { title: 'SkillSet settings' }

type Props = { params: Promise<{ id: string }> }

export default async function SkillSetSettingsPage({ params }: Props) {
  const ctx = await contextFromCookie('studio')
  const settings = await orNotFound(getSkillSetSettings(ctx, (await params).id))
  const { id, name, slug, title, formerNames, role, transfer } = settings
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.publishSkillSet(id)}>{title}</BackLink>}
      title="SkillSet settings"
      description={<code className="[overflow-wrap:anywhere]">{name}</code>}
    >
      {role === 'MEMBER' && (
        <p className="text-sm">Only owners and admins of the organisation can change these settings.</p>
      )}
      <ExampleChecksCard id={id} role={role} />
      {role !== 'MEMBER' && (
        <SectionCard
          id="rename"
          title="Slug"
          description="The second part of each skill’s name. Old addresses redirect, and programs and installs that use the old name keep working."
        >
          <RenameForm
            label="Slug"
            path="/slug"
            name={slug}
            formerNames={formerNames}
            save={changeSkillSetSlug.bind(null, id)}
          />
        </SectionCard>
      )}
      {role !== 'MEMBER' && (
        <SectionCard
          id="screenshots"
          title="Screenshots"
          description="Shown on the page of the SkillSet at once, in the order in which you add them."
        >
          <ScreenshotsForm
            screenshots={await getScreenshots(ctx, id)}
            add={addScreenshot.bind(null, id)}
            remove={removeScreenshot.bind(null, id)}
          />
        </SectionCard>
      )}
      <TrustedPublishersCard id={id} role={role} />
      {role !== 'MEMBER' && (
        <SectionCard
          id="embedding"
          title="Embedding"
          description="Sites that may show the forms of this SkillSet in a frame. “Embed” on the page of each skill has the HTML."
        >
          <EmbedSitesForm sites={await getEmbedSites(ctx, id)} save={saveEmbedSites.bind(null, id)} />
        </SectionCard>
      )}
      {role === 'OWNER' && (
        <SectionCard
          id="transfer"
          title="Transfer"
          description="Gives this SkillSet to another organisation, whose owner has to accept. The SkillSet gets a name under the receiver’s handle; the old name keeps working. Ratings, statistics and later earnings move with the SkillSet; earlier earnings stay with you."
        >
          <OfferForm transfer={transfer} offer={offerSkillSet.bind(null, id)} />
        </SectionCard>
      )}
    </Page>
  )
}

async function ExampleChecksCard({ id, role }: Pick<NameSettings, 'role'> & { id: string }) {
  const checks = await listExampleChecks(await contextFromCookie('studio'), id)
  if (checks.length === 0) return null
  return (
    <SectionCard
      id="checks"
      title="Checks of published examples"
      description="Each night the recorded examples run again with the recorded answers, and each week with the real hosts."
    >
      <ExampleChecks
        checks={checks}
        actions={
          role === 'MEMBER'
            ? undefined
            : { preview: previewPublicRecording.bind(null, id), publish: publishRecording.bind(null, id) }
        }
      />
    </SectionCard>
  )
}

async function TrustedPublishersCard({ id, role }: Pick<NameSettings, 'role'> & { id: string }) {
  const ctx = await contextFromCookie('studio')
  const [trusts, staged] = await Promise.all([
    listTrustedRepositories(ctx, id),
    listStagedSubmissions(ctx, id),
  ])
  return (
    <SectionCard
      id="trusted-publishers"
      title="Trusted publishers"
      description={
        <>
          GitHub Actions workflows that can stage a build of this SkillSet without a stored secret. A person
          of the publisher submits it. Repository, commit and run are shown at the version.{' '}
          <TextLink href={`${paths.docsPublishing}#ci`}>Example workflow</TextLink>
        </>
      }
      className="grid grid-cols-1 gap-6"
    >
      {staged.map((build) => (
        <p key={build.id} className="text-sm">
          <TextLink href={paths.stagedSubmission(build.id)}>
            {build.number} is staged and waits for a person
          </TextLink>
        </p>
      ))}
      <TrustedPublishers
        trusts={trusts}
        canChange={role !== 'MEMBER'}
        add={trustRepository.bind(null, id)}
        remove={distrustRepository.bind(null, id)}
      />
    </SectionCard>
  )
}
