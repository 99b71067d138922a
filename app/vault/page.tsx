import type { Metadata } from 'next'
import { VaultDesk } from '#components/vault/vault-desk.tsx'
import { requireViewer } from '#lib/context.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { listFiles } from '#lib/vault/list-files.ts'
import { openVault } from '#lib/vault/vault.ts'
import { getOpenText, getWorkspace } from '#lib/workspace/get-workspace.ts'
import { ownWorkspace } from '#lib/workspace/own-workspace.ts'
import { vaultUsage } from '#lib/workspace/vault-usage.ts'
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
  const ctx = await contextFromCookie()
  const page = await orNotFound(
    (async () => {
      const { organisationName } = requireViewer(ctx)
      const owner = ownWorkspace(ctx)
      const workspace = await getWorkspace(ctx.db, owner)
      const front = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)
      const document = workspace.documents.find(({ path }) => path === front?.path)
      const text = document && (await getOpenText(ctx.db, owner, document.id))
      const root = await listFiles(openVault(ctx))
      return { organisationName, workspace, text, root, usage: await vaultUsage(openVault(ctx)) }
    })(),
  )
  return (
    <VaultDesk
      // Another organisation's vault is another page.
      key={page.workspace.organisationId}
      {...page}
      {...(typeof file === 'string' && { asked: file })}
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
