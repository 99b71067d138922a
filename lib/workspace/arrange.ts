/** Tabs: which files are open, which is in front, and how it is shown. Floor 3. */
import { randomUUIDv7 } from 'node:crypto'
import type { Database, Tx } from '../db/client.ts'
import { deleteDocument, insertDocument, listDocumentHeads } from '../db/open-documents.ts'
import { lockWorkspace, type StoredWorkspace, saveWorkspace } from '../db/workspaces.ts'
import { AppError } from '../errors.ts'
import { announceChange } from './announce.ts'
import { isChanged, saveDocument } from './save-document.ts'
import { showWorkspace } from './show-workspace.ts'
import { readVaultText } from './vault-text.ts'
import type { Mode, Owner } from './workspace-view.ts'

/** Each is a text in memory of every page. */
const MAX_LEAVES = 30

type Opening = {
  path: string
  /** In a tab of its own, even when a tab shows the file. */
  newLeaf?: boolean
  /** In front; else it waits behind. */
  focus?: boolean
}

/**
 * Opens a file of the vault in a tab; a text can be edited there, of anything else the tab tells what it is. Throws
 * NOT_FOUND when there is no such file, PRECONDITION_FAILED when too much is open.
 */
export async function openLeaf(
  db: Database,
  owner: Owner,
  { path: given, newLeaf = false, focus = true }: Opening,
): Promise<{ path: string; leafId: string }> {
  const found = await readVaultText(db, owner, given)
  if (found.kind === 'gone') throw noSuchFile(given)
  const { path, fileId } = found
  return rearrange(db, owner, async (workspace, tx) => {
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

/** The path of the file that `openLeaf` would open. Throws NOT_FOUND as it does. */
export async function whatWouldOpen(db: Database, owner: Owner, path: string): Promise<string> {
  const found = await readVaultText(db, owner, path)
  if (found.kind === 'gone') throw noSuchFile(path)
  return found.path
}

/** Brings a tab to the front. Does nothing when it is not there. */
export function chooseLeaf(db: Database, owner: Owner, leafId: string): Promise<void> {
  return rearrange(db, owner, (workspace) => {
    if (workspace.leaves.some(({ id }) => id === leafId)) workspace.activeLeafId = leafId
  })
}

export function setMode(db: Database, owner: Owner, mode: Mode): Promise<void> {
  return rearrange(db, owner, (workspace) => {
    workspace.mode = mode
  })
}

/**
 * Saves what is in a tab and closes it; its neighbour comes to the front. Throws CONFLICT, with the tab still open,
 * when the text cannot be saved because the vault has something else; `discard` gives it up.
 */
export async function closeLeaf(
  db: Database,
  owner: Owner,
  { leafId, discard = false }: { leafId: string; discard?: boolean },
): Promise<void> {
  const { leaves, documents } = await showWorkspace(db, owner)
  const path = leaves.find(({ id }) => id === leafId)?.path
  const document = documents.find((each) => each.path === path)
  if (document && isChanged(document) && !discard) await saveDocument(db, owner, { documentId: document.id })
  await rearrange(db, owner, async (workspace, tx) => {
    const at = workspace.leaves.findIndex(({ id }) => id === leafId)
    if (at === -1) return
    const [closed] = workspace.leaves.splice(at, 1)
    const isLast = !workspace.leaves.some((each) => each.path === closed?.path)
    if (closed && isLast) await dropText(tx, workspace, { path: closed.path, discard })
    if (workspace.activeLeafId !== leafId) return
    workspace.activeLeafId = (workspace.leaves[at] ?? workspace.leaves[at - 1])?.id ?? null
  })
}

/** Forgets an open text that the vault has. */
async function dropText(
  tx: Tx,
  workspace: StoredWorkspace,
  { path, discard }: { path: string; discard: boolean },
): Promise<void> {
  const document = (await listDocumentHeads(tx, workspace.id)).find((head) => head.path === path)
  if (document && isChanged(document) && !discard) {
    throw new AppError('CONFLICT', {
      message: `What you wrote in ${path} is not in the vault yet: settle that before you close it.`,
    })
  }
  if (document) await deleteDocument(tx, workspace.id, path)
}

type Arrange<Result> = (workspace: StoredWorkspace, tx: Tx) => Result | Promise<Result>

/** Changes the tabs with nobody else at them, and tells the pages. */
export function rearrange<Result>(db: Database, owner: Owner, arrange: Arrange<Result>): Promise<Result> {
  return db.$transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, owner)
    const result = await arrange(workspace, tx)
    await saveWorkspace(tx, workspace)
    await announceChange(tx, owner)
    return result
  })
}

function noSuchFile(path: string): AppError {
  return new AppError('NOT_FOUND', { message: `There is no file ${path} in this vault.` })
}

function tooManyOpen(): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `${MAX_LEAVES} files are open already.`,
    suggestedAction: 'Close one first.',
  })
}
