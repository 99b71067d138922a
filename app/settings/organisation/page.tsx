import type { Metadata } from 'next'
import { NameForm } from '#components/account/name-form.tsx'
import { CreateForm } from '#components/organisation/create-form.tsx'
import { Invitations } from '#components/organisation/invitations.tsx'
import { LeaveButton } from '#components/organisation/leave-button.tsx'
import { MemberList } from '#components/organisation/member-list.tsx'
import { OrganisationList } from '#components/organisation/organisation-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { getOrganisationPage } from '#lib/organisations/get-organisation-page.ts'
import { listOrganisations } from '#lib/organisations/list-organisations.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { switchOrganisation } from '../../actions.ts'
import {
  changeRole,
  createOrganisation,
  leave,
  makeInvitation,
  removeMember,
  rename,
  takeBackInvitation,
} from './actions.ts'

export const metadata: Metadata = { title: 'Organisation' }

export default async function OrganisationSettings() {
  const ctx = await contextFromCookie()
  const page = await orNotFound(getOrganisationPage(ctx))
  const organisations = await listOrganisations(ctx)
  const isShared = !page.isPersonal
  const mayChange = isShared && page.role !== 'MEMBER'

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title={isShared ? page.name : 'Your own organisation'}
        description={
          isShared
            ? 'You act for this organisation: what you install, run and publish belongs to it.'
            : 'You act for yourself: what you install, run and publish is yours alone. Create an organisation to work with others.'
        }
      />
      {isShared && (
        <Card aria-labelledby="members">
          <CardHeader>
            <CardTitle id="members">Members</CardTitle>
          </CardHeader>
          <CardContent>
            <MemberList
              members={page.members}
              role={page.role}
              isPersonal={page.isPersonal}
              actions={{ changeRole, removeMember }}
            />
          </CardContent>
        </Card>
      )}
      {mayChange && (
        <>
          <Card aria-labelledby="invitations">
            <CardHeader>
              <CardTitle id="invitations">Invite by link</CardTitle>
              <CardDescription>Each link lets one person in, within a week.</CardDescription>
            </CardHeader>
            <CardContent>
              <Invitations
                invitations={page.invitations}
                role={page.role}
                actions={{ makeInvitation, takeBackInvitation }}
              />
            </CardContent>
          </Card>
          <Card aria-labelledby="rename">
            <CardHeader>
              <CardTitle id="rename">Name</CardTitle>
            </CardHeader>
            <CardContent>
              <NameForm key={page.id} name={page.name} label="Organisation name" save={rename} />
            </CardContent>
          </Card>
        </>
      )}
      <Card aria-labelledby="retention">
        <CardHeader>
          <CardTitle id="retention">Retention</CardTitle>
          <CardDescription>How long the inputs and outputs of runs are kept.</CardDescription>
        </CardHeader>
        <CardContent>
          <Link href={paths.retention} className="text-sm underline underline-offset-4">
            See and change it
          </Link>
        </CardContent>
      </Card>
      <Card aria-labelledby="organisations">
        <CardHeader>
          <CardTitle id="organisations">Your organisations</CardTitle>
        </CardHeader>
        <CardContent className="grid grid-cols-1 gap-6">
          <OrganisationList organisations={organisations} activeId={page.id} switchTo={switchOrganisation} />
          <CreateForm create={createOrganisation} />
        </CardContent>
      </Card>
      {isShared && (
        <div>
          <LeaveButton name={page.name} leave={leave} />
        </div>
      )}
    </Page>
  )
}
