import type { Metadata } from 'next'
import { VaultDesk } from '#components/vault/vault-desk.tsx'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { getVaultPage } from '#lib/workspace/get-vault-page.ts'
import {
  arrange,
  changeFiles,
  emptyTrash,
  fileHistory,
  journal,
  listTrash,
  restore,
  search,
  showRival,
  undo,
  usage,
  version,
} from './actions.ts'

export const metadata: Metadata = { title: 'Vault' }

type Props = { searchParams: Promise<{ file?: string | string[] }> }

export default async function VaultPage({ searchParams }: Props) {
  const { file } = await searchParams
  const page = await orNotFound(getVaultPage(await contextFromCookie()))
  return (
    <VaultDesk
      // Another organisation's vault is another page.
      key={page.workspace.organisationId}
      {...page}
      {...(typeof file === 'string' && { asked: { path: file } })}
      actions={{
        arrange,
        changeFiles,
        emptyTrash,
        fileHistory,
        journal,
        listTrash,
        restore,
        search,
        showRival,
        undo,
        usage,
        version,
      }}
    />
  )
}
