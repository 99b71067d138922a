import { type Context, requireViewer } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { type FileList, listFiles } from '../files/list-files.ts'
import { findDocument } from '../rows/open-documents.ts'
import { openVault } from '../vault.ts'
import { type VaultUsage, vaultUsage } from '../vault-usage.ts'
import { followMissedMoves } from './follow-file-move.ts'
import { saveDocument } from './save-document.ts'
import { syncOpenDocument } from './sync-document.ts'
import {
  type OpenText,
  readWorkspace,
  requireWorkspaceOwner,
  type WorkspaceOwner,
  type WorkspaceView,
} from './workspace-view.ts'

/** Applies missed changes to every text, and saves what a stopped server left. */
export async function getWorkspace(db: Database, owner: WorkspaceOwner): Promise<WorkspaceView> {
  await followMissedMoves(db, owner)
  const { documents } = await readWorkspace(db, owner)
  for (const { id } of documents) await syncOpenDocument(db, owner, id).catch(unlessRefused)
  await saveOpenTexts(db, owner)
  return readWorkspace(db, owner)
}

/** Saves the open texts, so that a read of the vault that follows sees what was typed. */
export async function saveOpenTexts(db: Database, owner: WorkspaceOwner): Promise<void> {
  const { documents } = await readWorkspace(db, owner)
  for (const { id, version, savedVersion } of documents)
    if (version !== savedVersion) await saveDocument(db, owner, { documentId: id }).catch(unlessRefused)
}

export async function getOpenText(
  db: Database,
  owner: WorkspaceOwner,
  documentId: string,
): Promise<OpenText> {
  const document = await findDocument(db, owner, documentId)
  if (!document) throw new AppError('NOT_FOUND', { message: 'This file is no longer open.' })
  const { id, path, version, text } = document
  return { id, path, version, text }
}

/** Saves without throwing: the row stores the refusal, and the page must open anyway. */
function unlessRefused(thrown: unknown): void {
  if (!(thrown instanceof AppError)) throw thrown
}

type VaultPage = {
  organisationName: string
  workspace: WorkspaceView
  text?: OpenText
  root: FileList
  usage: VaultUsage
}

export async function getVaultPage(ctx: Context): Promise<VaultPage> {
  const { organisationName } = requireViewer(ctx)
  const owner = requireWorkspaceOwner(ctx)
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
