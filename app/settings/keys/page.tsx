import { KeyRound } from 'lucide-react'
import type { Metadata } from 'next'
import { UnconfirmedAddress } from '#components/accounts/unconfirmed-address.tsx'
import { CreateKey } from '#components/auth/create-key.tsx'
import { KeyList } from '#components/auth/key-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { getEmailStatus } from '#lib/accounts/confirm-email.ts'
import { listKeys } from '#lib/auth/manage-api-keys.ts'
import { requireViewer } from '#lib/context/context.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listToolsetNames } from '#lib/toolsets/list-toolsets.ts'
import { resendVerification } from '../actions.ts'
import { bindKey, createKey, revokeKey } from './actions.ts'

export const metadata: Metadata = { title: 'API keys' }

export default async function KeysPage() {
  const ctx = await contextFromCookie()
  const keys = await orNotFound(listKeys(ctx))
  const [toolsets, email] = await Promise.all([listToolsetNames(ctx), getEmailStatus(ctx)])
  const { organisationName, organisationRole } = requireViewer(ctx)

  return (
    <Page
      width="reading"
      title="API keys"
      description={`Agents and apps use these keys to act on your behalf for ${organisationName}, within the limits of each key.`}
      actions={
        <CreateKey
          organisationName={organisationName}
          toolsets={toolsets}
          canPublish={organisationRole !== 'MEMBER'}
          create={createKey}
        />
      }
    >
      <UnconfirmedAddress status={email} resend={resendVerification} lost="keys" />
      {keys.length > 0 ? (
        <KeyList keys={keys} toolsets={toolsets} bind={bindKey} revoke={revokeKey} />
      ) : (
        <EmptyState icon={KeyRound} title="No keys yet">
          A key lets a program or an agent run skills on your behalf. Create one key per app, so that you can
          limit and revoke each one separately.
        </EmptyState>
      )}
    </Page>
  )
}
