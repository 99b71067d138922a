import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isWithin, vaultKey } from '../model/vault-path.ts'
import { moveDocument } from '../rows/open-documents.ts'
import { findVaultFiles, findVaultFilesById } from '../rows/vault-files.ts'
import { findWorkspace, type StoredLeaf, type StoredWorkspace } from '../rows/workspaces.ts'
import { changeWorkspace } from './arrange-tabs.ts'
import { readWorkspace, type WorkspaceOwner } from './workspace-view.ts'

/**
 * Moves the tabs of a file, or of all files in a folder, to the new path. If that is open in another tab, the tab stays
 * and is marked as gone.
 */
export async function followMove(
  db: Database,
  owner: WorkspaceOwner,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { leaves } = await readWorkspace(db, owner)
  if (!leaves.some(({ path }) => isWithin(path, from))) return
  await changeWorkspace(db, owner, (workspace, tx) => {
    const moves = workspace.leaves.filter(({ path }) => isWithin(path, from))
    return moveLeaves(tx, workspace, new Map(moves.map(({ path }) => [path, to + path.slice(from.length)])))
  })
}

/** Finds moves that no page saw, by file id. A tab of a deleted file takes one that is now at its path. */
export async function followMissedMoves(db: Database, owner: WorkspaceOwner): Promise<void> {
  const workspace = await findWorkspace(db, owner)
  if (!workspace || isUpToDate(workspace.leaves, await findFiles(db, owner, workspace.leaves))) return
  await changeWorkspace(db, owner, async (workspace, tx) => {
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

async function findFiles(
  db: Database | Tx,
  { organisationId }: WorkspaceOwner,
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

/** Moves tabs to paths that no other tab has. Two tabs whose files swapped names stay. */
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
