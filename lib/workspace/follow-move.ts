/** Files that were given other names while they are open: their tabs and texts go along. Floor 3. */
import { isWithin, vaultKey } from '../contract/vault/vault-path.ts'
import type { Database, Tx } from '../db/client.ts'
import { moveDocument } from '../db/open-documents.ts'
import { findVaultFiles, findVaultFilesById } from '../db/vault-files.ts'
import { findWorkspace, type StoredLeaf, type StoredWorkspace } from '../db/workspaces.ts'
import { rearrange } from './arrange.ts'
import { showWorkspace } from './show-workspace.ts'
import type { Owner } from './workspace-view.ts'

/**
 * Follows a file, or all in a folder. Does nothing where nothing of it is open. A text whose new path is open already
 * stays, and is told that its file is gone.
 */
export async function followMove(
  db: Database,
  owner: Owner,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { leaves } = await showWorkspace(db, owner)
  if (!leaves.some(({ path }) => isWithin(path, from))) return
  await rearrange(db, owner, (workspace, tx) => {
    const moves = workspace.leaves.filter(({ path }) => isWithin(path, from))
    return moveLeaves(tx, workspace, new Map(moves.map(({ path }) => [path, to + path.slice(from.length)])))
  })
}

/**
 * Follows what was moved while no page listened: a tab knows its file, and goes where that is now. One whose file is no
 * more stays, and what is at its path by then is its file.
 */
export async function followMissedMoves(db: Database, owner: Owner): Promise<void> {
  const workspace = await findWorkspace(db, owner)
  if (!workspace || isUpToDate(workspace.leaves, await findFiles(db, owner, workspace.leaves))) return
  await rearrange(db, owner, async (workspace, tx) => {
    const files = await findFiles(tx, owner, workspace.leaves)
    workspace.leaves = workspace.leaves.map((leaf) => ({ ...leaf, ...idOf(files.get(leaf.id)) }))
    const moves = workspace.leaves.flatMap(({ id, path }) => {
      const now = files.get(id)?.path ?? path
      return now === path ? [] : [[path, now] as const]
    })
    await moveLeaves(tx, workspace, new Map(moves))
  })
}

type FileNow = { id: string; path: string }

/** By the id of the leaf; a leaf whose file is gone, with nothing in its place, has none. */
async function findFiles(
  db: Database | Tx,
  { organisationId }: Owner,
  leaves: readonly StoredLeaf[],
): Promise<Map<string, FileNow>> {
  const [known, there] = [
    await findVaultFilesById(
      db,
      organisationId,
      leaves.flatMap(({ fileId }) => fileId ?? []),
    ),
    await findVaultFiles(
      db,
      organisationId,
      leaves.map(({ path }) => vaultKey(path)),
    ),
  ]
  const byId = new Map(known.map((row) => [row.id, row]))
  const byPath = new Map(there.filter(({ isFolder }) => !isFolder).map((row) => [row.path, row]))
  return new Map(
    leaves.flatMap(({ id, path, fileId = '' }) => {
      const file = byId.get(fileId) ?? byPath.get(path)
      return file ? [[id, file] as const] : []
    }),
  )
}

function isUpToDate(leaves: readonly StoredLeaf[], files: ReadonlyMap<string, FileNow>): boolean {
  const open = new Set(leaves.map(({ path }) => path))
  return leaves.every(({ id, path, fileId }) => {
    const file = files.get(id)
    return !file || (file.id === fileId && (file.path === path || open.has(file.path)))
  })
}

const idOf = (file: FileNow | undefined) => (file ? { fileId: file.id } : {})

/** One after the other, each as soon as its new path is free; two that changed places stay where they are. */
async function moveLeaves(
  tx: Tx,
  workspace: StoredWorkspace,
  moves: ReadonlyMap<string, string>,
): Promise<void> {
  const waiting = new Map(moves)
  for (;;) {
    const open = new Set(workspace.leaves.map(({ path }) => path))
    const [next] = [...waiting].filter(([, to]) => !open.has(to))
    if (!next) return
    const [from, to] = next
    waiting.delete(from)
    await moveDocument(tx, workspace.id, { from, to })
    workspace.leaves = workspace.leaves.map((leaf) => (leaf.path === from ? { ...leaf, path: to } : leaf))
  }
}
