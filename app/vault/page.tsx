import type { Metadata } from 'next'
import { VaultWorkspace } from '#components/vault/page/vault-workspace.tsx'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getVaultPage } from '#lib/vault/workspace/get-workspace.ts'
import {
  changeFiles,
  changeWorkspace,
  emptyTrash,
  listChangedFiles,
  listFileHistory,
  listJournal,
  listTrash,
  readConflictingText,
  readUsage,
  readVersion,
  restoreFromTrash,
  searchVault,
  undoOperations,
} from './actions.ts'

export const metadata: Metadata = { title: 'Vault' }

type Props = { searchParams: Promise<{ file?: string | string[] }> }

export default async function VaultPage({ searchParams }: Props) {
  const { file } = await searchParams
  const page = await orNotFound(getVaultPage(await contextFromCookie()))
  return (
    <VaultWorkspace
      key={page.workspace.organisationId}
      {...page}
      {...(typeof file === 'string' && { requestedFile: { path: file } })}
      actions={{
        arrange: changeWorkspace,
        changedFiles: listChangedFiles,
        changeFiles,
        emptyTrash,
        fileHistory: listFileHistory,
        journal: listJournal,
        listTrash,
        restore: restoreFromTrash,
        search: searchVault,
        readConflictingText,
        undo: undoOperations,
        usage: readUsage,
        version: readVersion,
      }}
    />
  )
}
