import type { Metadata } from 'next'
import { CodeForm, ReauthPasswordForm } from '#components/accounts/code-form.tsx'
import { PasskeyButton } from '#components/accounts/passkey-button.tsx'
import { ProviderButtons } from '#components/accounts/provider-buttons.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getReauthMeans } from '#lib/auth/recent-auth.ts'
import { requireViewer } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { externalProviders } from '#lib/protocols/session/next-auth/auth-options.ts'
import {
  beginPasskeyReauth,
  finishPasskeyReauth,
  reauthenticateByCode,
  reauthenticateByPassword,
} from './actions.ts'

export const metadata: Metadata = { title: 'Confirm that it is you' }

export default async function ConfirmIdentityPage() {
  const ctx = await contextFromCookie()
  const means = await getReauthMeans(ctx.db, requireViewer(ctx).userId)
  const { hasPassword, hasCode, hasPasskey, linkedProviders } = means
  const hasFactor = hasCode || hasPasskey
  const providers = externalProviders().filter(({ id }) => linkedProviders.includes(id))
  return (
    <Page
      width="reading"
      title="Confirm that it is you"
      description="This protects actions that cannot be undone or that give others access. You will not be asked again for ten minutes."
    >
      {hasPassword && !hasFactor && (
        <SectionCard id="password" title="With your password">
          <ReauthPasswordForm send={reauthenticateByPassword} />
        </SectionCard>
      )}
      {!hasPassword && !hasFactor && linkedProviders.length > 0 && (
        <SectionCard id="sign-in" title="By signing in again" className="grid grid-cols-1 gap-3">
          <p className="text-muted-foreground text-sm">
            {providers.length > 0 ? (
              'You come back to Settings → Security. Then repeat what you wanted to do.'
            ) : (
              <>
                This site no longer offers the service with which you signed up.{' '}
                <TextLink href={paths.resetRequest}>Set a password</TextLink> by a mailed link.
              </>
            )}
          </p>
          <ProviderButtons
            providers={providers}
            next={paths.security}
            labelPrefix="Sign in with"
            parameters={{ prompt: 'login' }}
          />
        </SectionCard>
      )}
      {hasFactor && (
        <SectionCard id="factor" title="With your second factor" className="grid grid-cols-1 gap-5">
          {hasCode && (
            <CodeForm
              submitLabel="Confirm"
              help="From your authenticator app, or a recovery code."
              send={reauthenticateByCode}
            />
          )}
          {hasPasskey && (
            <PasskeyButton label="Use a passkey" begin={beginPasskeyReauth} finish={finishPasskeyReauth} />
          )}
        </SectionCard>
      )}
    </Page>
  )
}
