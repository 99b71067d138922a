import type { Metadata } from 'next'
import { NameForm } from '#components/account/name-form.tsx'
import { PasswordForm } from '#components/account/password-form.tsx'
import { SignOutEverywhere } from '#components/account/sign-out-everywhere.tsx'
import { Page } from '#components/shell/page.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { getProfile } from '#lib/accounts/profile.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { changeName, changePassword, signOutEverywhere } from './actions.ts'

export const metadata: Metadata = { title: 'Your profile' }

export default async function ProfilePage() {
  const profile = await orNotFound(getProfile(await contextFromCookie()))

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader title="Your profile" description={`Signed in as ${profile.email}.`} />
      <Card>
        <CardHeader>
          <CardTitle>Name</CardTitle>
          <CardDescription>
            Shown to the people you share an organisation with, and beside what you publish.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <NameForm name={profile.name} save={changeName} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Password</CardTitle>
          <CardDescription>
            {profile.hasPassword
              ? 'A new one signs every other device out.'
              : 'You sign in with GitHub. With a password you could sign in without it.'}
          </CardDescription>
        </CardHeader>
        <CardContent>
          <PasswordForm email={profile.email} hasPassword={profile.hasPassword} save={changePassword} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Sessions</CardTitle>
          <CardDescription>
            Used a computer that is not yours, or lost a device? End every session at once.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <SignOutEverywhere signOut={signOutEverywhere} />
        </CardContent>
      </Card>
    </Page>
  )
}
