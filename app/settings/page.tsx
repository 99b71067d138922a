import type { Metadata } from 'next'
import { EmailForm } from '#components/accounts/email-forms.tsx'
import { OwnDataDownload } from '#components/accounts/own-data-download.tsx'
import { NameForm, PasswordForm } from '#components/accounts/profile-forms.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
  SectionCard,
} from '#components/ui/card.tsx'
import { getEmailStatus } from '#lib/accounts/confirm-email.ts'
import { getProfile } from '#lib/accounts/profile.ts'
import { hasRecentAuth } from '#lib/auth/recent-auth.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { cancelEmailChange, changeEmail, changeName, changePassword, resendVerification } from './actions.ts'

export const metadata: Metadata = { title: 'Your profile' }

export default async function ProfilePage() {
  const ctx = await contextFromCookie()
  const [profile, emailStatus, isRecent] = await orNotFound(
    Promise.all([getProfile(ctx), getEmailStatus(ctx), hasRecentAuth(ctx)]),
  )

  return (
    <Page width="reading" title="Your profile" description={`Signed in as ${profile.email}.`}>
      <Card>
        <CardHeader>
          <CardTitle>Name</CardTitle>
          <CardDescription>
            Shown to members of your organisations and next to what you publish.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <NameForm name={profile.name} save={changeName} />
        </CardContent>
      </Card>
      <SectionCard id="email" title="Email" description={`You sign in with ${profile.email}.`}>
        <EmailForm
          status={emailStatus}
          hasPassword={profile.hasPassword}
          change={changeEmail}
          resend={resendVerification}
          cancel={cancelEmailChange}
        />
      </SectionCard>
      <Card>
        <CardHeader>
          <CardTitle>Password</CardTitle>
          <CardDescription>
            {profile.hasPassword
              ? 'Changing your password signs you out on all other devices.'
              : 'You sign in with another service. Set a password to also sign in without it.'}
          </CardDescription>
        </CardHeader>
        <CardContent>
          <PasswordForm email={profile.email} hasPassword={profile.hasPassword} save={changePassword} />
        </CardContent>
      </Card>
      <OwnData hasRecentAuth={isRecent} />
      <SectionCard id="delete" title="Delete account" description="You see what will happen first.">
        <LinkButton href={paths.deleteAccount} variant="outline" className="text-destructive">
          Delete account…
        </LinkButton>
      </SectionCard>
    </Page>
  )
}

function OwnData({ hasRecentAuth }: { hasRecentAuth: boolean }) {
  return (
    <SectionCard
      id="data"
      title="Your data"
      description="Everything that this site stores about you, as a zip archive: account, runs, plans, files and drafts."
    >
      <OwnDataDownload hasRecentAuth={hasRecentAuth} />
    </SectionCard>
  )
}
