/** What the Vault page begins with: what is open, the text in front, and the top of the tree. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { type FileList, listFiles } from '../vault/list-files.ts'
import { type VaultUsage, vaultUsage } from '../vault/usage.ts'
import { openVault } from '../vault/vault.ts'
import { getOpenText, getWorkspace } from './get-workspace.ts'
import { ownWorkspace } from './own-workspace.ts'
import type { OpenText, WorkspaceView } from './workspace-view.ts'

export type VaultPage = {
  organisationName: string
  workspace: WorkspaceView
  /** Absent when nothing is in front, or nothing that is edited as text. */
  text?: OpenText
  root: FileList
  usage: VaultUsage
}

/** Throws UNAUTHENTICATED for visitors. */
export async function getVaultPage(ctx: Context): Promise<VaultPage> {
  const { organisationName } = requireViewer(ctx)
  const owner = ownWorkspace(ctx)
  const vault = openVault(ctx)
  const workspace = await getWorkspace(ctx.db, owner)
  const front = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)
  const document = workspace.documents.find(({ path }) => path === front?.path)
  const [text, root, usage] = await Promise.all([
    document && getOpenText(ctx.db, owner, document.id),
    listFiles(vault),
    vaultUsage(vault),
  ])
  return { organisationName, workspace, ...(text && { text }), root, usage }
}
