import type { Metadata } from 'next'
import { NameForm } from '#components/accounts/profile-forms.tsx'
import { Invitations } from '#components/organisations/invitations.tsx'
import { MemberList } from '#components/organisations/member-list.tsx'
import { CreateForm, LeaveButton } from '#components/organisations/organisation-forms.tsx'
import { OrganisationList } from '#components/organisations/organisation-list.tsx'
import { VersionAgeForm } from '#components/organisations/version-age-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { getOrganisationPage } from '#lib/organisations/get-organisation-page.ts'
import { listOrganisations } from '#lib/organisations/organisations.ts'
import { getVersionAge } from '#lib/organisations/version-age.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { switchOrganisation } from '../../actions.ts'
import {
  changeRole,
  createOrganisation,
  inviteMember,
  leaveOrganisation,
  removeMember,
  renameOrganisation,
  revokeInvitation,
  saveVersionAge,
} from './actions.ts'

export const metadata: Metadata = { title: 'Organisation' }

type Props = { searchParams: Promise<{ deleted?: string | string[] }> }

export default async function OrganisationSettings({ searchParams }: Props) {
  const isOneDeleted = (await searchParams).deleted !== undefined
  const ctx = await contextFromCookie()
  const [page, age] = await orNotFound(Promise.all([getOrganisationPage(ctx), getVersionAge(ctx)]))
  const organisations = await listOrganisations(ctx)
  const isShared = !page.isPersonal
  const mayChange = isShared && page.role !== 'MEMBER'

  return (
    <Page
      width="reading"
      title={isShared ? page.name : 'Personal organisation'}
      description={
        isShared
          ? 'You are working in this organisation. Everything you install, run and publish belongs to it.'
          : 'You are working on your own. Everything you install, run and publish belongs to you. Create an organisation to work with others.'
      }
    >
      {isOneDeleted && (
        <Alert variant="success">
          The organisation was deleted. You now work in your personal organisation.
        </Alert>
      )}
      {isShared && (
        <SectionCard id="members" title="Members">
          <MemberList
            members={page.members}
            role={page.role}
            isPersonal={page.isPersonal}
            actions={{ changeRole, removeMember }}
          />
        </SectionCard>
      )}
      {mayChange && <AdminSections page={page} />}
      <SectionCard
        id="retention"
        title="Retention"
        description="How long inputs and outputs of runs are stored."
      >
        <TextLink href={paths.retention} className="text-sm">
          Change retention
        </TextLink>
      </SectionCard>
      <SectionCard
        id="version-age"
        title="New versions"
        description={`How long a new version waits before a range leads to it. This site waits ${describeHours(age.siteHours.reads)} for skills that only read, ${describeHours(age.siteHours.writes)} for those that make changes and ${describeHours(age.siteHours.commands)} for those that run commands. A longer time of yours applies to all. The fix of a version that was taken down does not wait, and pins never move.`}
      >
        <VersionAgeForm key={`${page.id} ${age.hours}`} age={age} save={saveVersionAge} />
      </SectionCard>
      <SectionCard id="organisations" title="Your organisations" className="grid grid-cols-1 gap-6">
        <OrganisationList organisations={organisations} activeId={page.id} switchTo={switchOrganisation} />
        <CreateForm create={createOrganisation} />
      </SectionCard>
      <SectionCard
        id="organisation-id"
        title="Organisation ID"
        description="Give it to a publisher who wants to transfer a SkillSet to you."
      >
        <code className="text-sm [overflow-wrap:anywhere]">{page.id}</code>
      </SectionCard>
      {isShared && (
        <div>
          <LeaveButton name={page.name} leave={leaveOrganisation} />
        </div>
      )}
    </Page>
  )
}

function describeHours(hours: number): string {
  return hours === 0 ? 'not at all' : plural(hours, 'hour')
}

function AdminSections({ page }: { page: Awaited<ReturnType<typeof getOrganisationPage>> }) {
  return (
    <>
      <SectionCard
        id="invitations"
        title="Invite people"
        description="Each link works once and expires after 7 days."
      >
        <Invitations
          invitations={page.invitations}
          role={page.role}
          canSendMail={page.canSendMail}
          actions={{ makeInvitation: inviteMember, cancelInvitation: revokeInvitation }}
        />
      </SectionCard>
      <SectionCard id="rename" title="Name">
        <NameForm key={page.id} name={page.name} label="Organisation name" save={renameOrganisation} />
      </SectionCard>
      {page.role === 'OWNER' && (
        <SectionCard id="delete" title="Delete organisation" description="You see what will happen first.">
          <LinkButton href={paths.deleteOrganisation} variant="outline" className="text-destructive">
            Delete organisation…
          </LinkButton>
        </SectionCard>
      )}
    </>
  )
}
