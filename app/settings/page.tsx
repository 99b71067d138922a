import type { Metadata } from 'next'
import { EmailForm } from '#components/accounts/email-forms.tsx'
import { OwnDataDownload } from '#components/accounts/own-data-download.tsx'
import { NameForm, PasswordForm } from '#components/accounts/profile-forms.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
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

type Props = { searchParams: Promise<{ confirmed?: string | string[] }> }

export default async function ProfilePage({ searchParams }: Props) {
  const isJustConfirmed = (await searchParams).confirmed !== undefined
  const ctx = await contextFromCookie()
  const [profile, emailStatus, isRecent] = await orNotFound(
    Promise.all([getProfile(ctx), getEmailStatus(ctx), hasRecentAuth(ctx)]),
  )

  return (
    <Page width="reading" title="Your profile" description={`Signed in as ${profile.email}.`}>
      {isJustConfirmed && emailStatus.isVerified && (
        <Alert variant="success" title="Your address is confirmed">
          Your other browsers are signed out. Keys, connected apps, linked sign-ins, automations and second
          factors that were added before are removed; add them again.
        </Alert>
      )}
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
