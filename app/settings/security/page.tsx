import type { Metadata } from 'next'
import { TotpSettings } from '#components/accounts/factor-settings.tsx'
import { LinkedSignInList } from '#components/accounts/linked-sign-in-list.tsx'
import { PasskeySettings } from '#components/accounts/passkey-settings.tsx'
import { SignOutEverywhere } from '#components/accounts/profile-forms.tsx'
import { ProviderButtons } from '#components/accounts/provider-buttons.tsx'
import { ConnectionList, SessionList } from '#components/accounts/session-list.tsx'
import { UnconfirmedAddress } from '#components/accounts/unconfirmed-address.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { getEmailStatus } from '#lib/accounts/confirm-email.ts'
import { listLinkedSignIns } from '#lib/accounts/linked-sign-ins.ts'
import { listConnections, listSessions } from '#lib/accounts/sessions.ts'
import { listPasskeys } from '#lib/auth/second-factor/passkeys.ts'
import { getTotpStatus } from '#lib/auth/second-factor/totp.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { externalProviders } from '#lib/protocols/session/next-auth/auth-options.ts'
import { resendVerification, signOutEverywhere } from '../actions.ts'
import { endSession, revokeConnection, unlinkSignIn } from './actions.ts'
import {
  beginPasskey,
  beginTotp,
  confirmTotp,
  finishPasskey,
  removePasskey,
  removeTotp,
} from './factor-actions.ts'

export const metadata: Metadata = { title: 'Security' }

type Props = { searchParams: Promise<{ confirmed?: string }> }

export default async function SecurityPage({ searchParams }: Props) {
  const { confirmed } = await searchParams
  const ctx = await contextFromCookie()
  const [sessions, connections, passkeys, factors, signIns, email] = await orNotFound(
    Promise.all([
      listSessions(ctx),
      listConnections(ctx),
      listPasskeys(ctx),
      getTotpStatus(ctx),
      listLinkedSignIns(ctx),
      getEmailStatus(ctx),
    ]),
  )
  const providers = externalProviders()

  return (
    <Page
      width="reading"
      title="Security"
      description="How you sign in, where you are signed in, and which apps can act for you."
    >
      {confirmed && <Alert variant="success">Confirmed. Go back to what you were doing and try again.</Alert>}
      {ctx.isFactorMissing && (
        <Alert variant="warning" title="Set up a second factor">
          This site requires one for admins. Until then you have the rights of a user.
        </Alert>
      )}
      <UnconfirmedAddress
        status={email}
        resend={resendVerification}
        lost="a second factor or linked sign-ins"
      />
      <FactorSection factors={factors} passkeys={passkeys} />
      <SectionCard
        id="sign-ins"
        title="Linked sign-ins"
        description="Accounts at other services that open this account. Unlink those you do not recognise."
        className="grid grid-cols-1 gap-5"
      >
        {signIns.length > 0 ? (
          <LinkedSignInList signIns={signIns} unlink={unlinkSignIn} />
        ) : (
          <p className="text-muted-foreground text-sm">No other service can sign in to your account.</p>
        )}
        {providers.length > 0 && (
          <ProviderButtons providers={providers} next={paths.security} labelPrefix="Link" />
        )}
      </SectionCard>
      <SectionCard
        id="sessions"
        title="Sessions"
        description="Lost a device or used a shared computer? Sign it out here, or sign out everywhere."
        className="grid grid-cols-1 gap-5"
      >
        <SessionList sessions={sessions} end={endSession} />
        <SignOutEverywhere signOut={signOutEverywhere} />
      </SectionCard>
      <SectionCard
        id="connections"
        title="API keys and connected apps"
        description="They act as you, in the organisation they were created for, until you revoke them."
      >
        {connections.length > 0 ? (
          <ConnectionList connections={connections} revoke={revokeConnection} />
        ) : (
          <p className="text-muted-foreground text-sm">You have no API keys or connected apps.</p>
        )}
      </SectionCard>
    </Page>
  )
}

type FactorProps = {
  factors: Awaited<ReturnType<typeof getTotpStatus>>
  passkeys: Awaited<ReturnType<typeof listPasskeys>>
}

function FactorSection({ factors, passkeys }: FactorProps) {
  return (
    <SectionCard
      id="factors"
      title="Second factor"
      description="Protects your account even if your password is stolen. You can also sign in with a passkey instead of your password."
      className="grid grid-cols-1 gap-6"
    >
      <TotpSettings
        hasTotp={factors.hasTotp}
        recoveryCodes={factors.recoveryCodes}
        begin={beginTotp}
        confirm={confirmTotp}
        remove={removeTotp}
      />
      <PasskeySettings
        passkeys={passkeys}
        begin={beginPasskey}
        finish={finishPasskey}
        remove={removePasskey}
      />
    </SectionCard>
  )
}
