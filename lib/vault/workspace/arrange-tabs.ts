import { randomUUIDv7 } from 'node:crypto'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { pathNotFoundError } from '../change/resolve-paths.ts'
import { deleteDocument, insertDocument, listDocumentHeads } from '../rows/open-documents.ts'
import { lockWorkspace, type StoredWorkspace, saveWorkspace } from '../rows/workspaces.ts'
import { isChanged, saveDocument } from './save-document.ts'
import { readVaultText } from './vault-text.ts'
import { notifyWorkspaceChange } from './workspace-notifications.ts'
import { type EditorMode, readWorkspace, type WorkspaceOwner } from './workspace-view.ts'

const MAX_LEAVES = 30

type Opening = {
  path: string
  newLeaf?: boolean
  focus?: boolean
}

/** Opens a file in a tab. Throws NOT_FOUND, and LIMIT_REACHED if too many tabs are open. */
export async function openLeaf(
  db: Database,
  owner: WorkspaceOwner,
  { path: given, newLeaf = false, focus = true }: Opening,
): Promise<{ path: string; leafId: string }> {
  const found = await readVaultText(db, owner, given)
  if (found.kind === 'gone') throw pathNotFoundError(given)
  const { path, fileId } = found
  return changeWorkspace(db, owner, async (workspace, tx) => {
    let leaf = newLeaf ? undefined : workspace.leaves.find((each) => each.path === path)
    if (!leaf) {
      if (workspace.leaves.length >= MAX_LEAVES) throw tooManyOpen()
      leaf = { id: randomUUIDv7(), path, fileId }
      workspace.leaves.push(leaf)
    }
    if (focus || workspace.activeLeafId === null) workspace.activeLeafId = leaf.id
    if (found.kind === 'text') {
      const { text, isCrlf, etag } = found
      await insertDocument(tx, { workspaceId: workspace.id, path, text, isCrlf, etag })
    }
    return { path, leafId: leaf.id }
  })
}

export async function previewOpenLeaf(db: Database, owner: WorkspaceOwner, path: string): Promise<string> {
  const found = await readVaultText(db, owner, path)
  if (found.kind === 'gone') throw pathNotFoundError(path)
  return found.path
}

export function chooseLeaf(db: Database, owner: WorkspaceOwner, leafId: string): Promise<void> {
  return changeWorkspace(db, owner, (workspace) => {
    if (workspace.leaves.some(({ id }) => id === leafId)) workspace.activeLeafId = leafId
  })
}

export function setMode(db: Database, owner: WorkspaceOwner, mode: EditorMode): Promise<void> {
  return changeWorkspace(db, owner, (workspace) => {
    workspace.mode = mode
  })
}

/**
 * Closes a tab. Its text is saved first, or dropped with `discard`. Throws CONFLICT, with the tab still open, if the
 * file has changed in the
 * vault.
 */
export async function closeLeaf(
  db: Database,
  owner: WorkspaceOwner,
  { leafId, discard = false }: { leafId: string; discard?: boolean },
): Promise<void> {
  const { leaves, documents } = await readWorkspace(db, owner)
  const path = leaves.find(({ id }) => id === leafId)?.path
  const document = documents.find((each) => each.path === path)
  if (document && isChanged(document) && !discard) await saveDocument(db, owner, { documentId: document.id })
  await changeWorkspace(db, owner, async (workspace, tx) => {
    const at = workspace.leaves.findIndex(({ id }) => id === leafId)
    if (at === -1) return
    const [closed] = workspace.leaves.splice(at, 1)
    const isLast = !workspace.leaves.some((each) => each.path === closed?.path)
    if (closed && isLast) await dropText(tx, workspace, { path: closed.path, discard })
    if (workspace.activeLeafId !== leafId) return
    workspace.activeLeafId = (workspace.leaves[at] ?? workspace.leaves[at - 1])?.id ?? null
  })
}

async function dropText(
  tx: Tx,
  workspace: StoredWorkspace,
  { path, discard }: { path: string; discard: boolean },
): Promise<void> {
  const document = (await listDocumentHeads(tx, workspace.id)).find((head) => head.path === path)
  if (document && isChanged(document) && !discard) {
    throw new AppError('CONFLICT', {
      message: `Your changes to ${path} are not in the vault yet. Resolve the conflict before you close it.`,
    })
  }
  if (document) await deleteDocument(tx, workspace.id, path)
}

type Arrange<Result> = (workspace: StoredWorkspace, tx: Tx) => Result | Promise<Result>

export function changeWorkspace<Result>(
  db: Database,
  owner: WorkspaceOwner,
  arrange: Arrange<Result>,
): Promise<Result> {
  return db.$transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, owner)
    const result = await arrange(workspace, tx)
    await saveWorkspace(tx, workspace)
    await notifyWorkspaceChange(tx, owner)
    return result
  })
}

function tooManyOpen(): AppError {
  return limitReached('open_files', {
    max: MAX_LEAVES,
    used: MAX_LEAVES,
    message: `You have ${MAX_LEAVES} files open, the maximum.`,
  })
}
