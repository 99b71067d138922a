import type { Metadata } from 'next'
import { CodeForm, ReauthPasswordForm } from '#components/accounts/code-form.tsx'
import { PasskeyButton } from '#components/accounts/passkey-button.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { getReauthMeans } from '#lib/auth/recent-auth.ts'
import { requireViewer } from '#lib/context/context.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import {
  beginPasskeyReauth,
  finishPasskeyReauth,
  reauthenticateByCode,
  reauthenticateByPassword,
} from './actions.ts'

export const metadata: Metadata = { title: 'Confirm that it is you' }

export default async function ConfirmIdentityPage() {
  const ctx = await contextFromCookie()
  const { hasPassword, hasFactor } = await getReauthMeans(ctx.db, requireViewer(ctx).userId)
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
      {hasFactor && (
        <SectionCard id="factor" title="With your second factor" className="grid grid-cols-1 gap-5">
          <CodeForm
            submitLabel="Confirm"
            help="From your authenticator app, or a recovery code."
            send={reauthenticateByCode}
          />
          <PasskeyButton label="Use a passkey" begin={beginPasskeyReauth} finish={finishPasskeyReauth} />
        </SectionCard>
      )}
    </Page>
  )
}
