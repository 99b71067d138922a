import { KeyRound } from 'lucide-react'
import type { Metadata } from 'next'
import { CreateKey } from '#components/keys/create-key.tsx'
import { KeyList } from '#components/keys/key-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { requireViewer } from '#lib/context.ts'
import { listKeys } from '#lib/keys/keys.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { createKey, revokeKey } from './actions.ts'

export const metadata: Metadata = { title: 'API keys' }

export default async function KeysPage() {
  const ctx = await contextFromCookie()
  const keys = await orNotFound(listKeys(ctx))
  const { organisationName } = requireViewer(ctx)

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title="API keys"
        description={`Keys let agents and programs act as you for ${organisationName}, within the limits of each key.`}
        actions={<CreateKey organisationName={organisationName} create={createKey} />}
      />
      {keys.length > 0 ? (
        <KeyList keys={keys} revoke={revokeKey} />
      ) : (
        <EmptyState icon={KeyRound} title="No keys yet">
          Create one key per program: each can be revoked, given a daily cap and limited to certain SkillSets
          on its own. From the command line:{' '}
          <code className="[overflow-wrap:anywhere]">npm run cli -- key create --name ci</code>
        </EmptyState>
      )}
    </Page>
  )
}
