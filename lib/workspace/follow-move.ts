/** Files that were given other names while they are open: their tabs and texts go along. Floor 3. */
import { isWithin } from '../contract/vault/vault-path.ts'
import type { Database } from '../db/client.ts'
import { moveDocument } from '../db/open-documents.ts'
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
  await rearrange(db, owner, async (workspace, tx) => {
    const open = new Set(workspace.leaves.map(({ path }) => path))
    const moved = new Map<string, string>()
    for (const path of open) {
      const next = isWithin(path, from) ? to + path.slice(from.length) : path
      if (!open.has(next)) moved.set(path, next)
    }
    for (const [before, after] of moved) await moveDocument(tx, workspace.id, { from: before, to: after })
    workspace.leaves = workspace.leaves.map((leaf) => ({ ...leaf, path: moved.get(leaf.path) ?? leaf.path }))
  })
}
