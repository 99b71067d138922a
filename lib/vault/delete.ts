/** Files and folders out of the vault: into the trash, or for good. Floor 3. */
import { parseVaultPath } from '../contract/vault/vault-path.ts'
import { changeVault, type Written } from './change-vault.ts'
import { requireEtag } from './etags.ts'
import { nothingAt } from './places.ts'
import { findExactly, withAllBelow } from './rename.ts'
import type { VaultWriter } from './vault.ts'

export type DeleteWanted = {
  path: string
  /** True when absent. */
  trash?: boolean
  requireExists?: boolean
  /** Of a file: delete it only if it still is what it was. */
  expectedEtag?: string
}

export type Deleted = { path: string; deleted: boolean; trashed?: boolean }

/**
 * Deletes a file, or a folder with all that is in it. From the trash it comes back (`restoreFromTrash`) as long as
 * history is kept; with `trash: false` it is forgotten at once, and so is all that it was before.
 *
 * Throws POLICY_DENIED for what is no path; NOT_FOUND when nothing is there, unless it need not; CONFLICT for another
 * etag than was expected.
 * Source: seed "Tool Input/Output Schema Conventions" §3.2.8.
 */
export async function deleteFile(vault: VaultWriter, wanted: DeleteWanted): Promise<Written<Deleted>> {
  const path = parseVaultPath(wanted.path)
  const { trash = true, requireExists = true, expectedEtag } = wanted
  return changeVault<Deleted>(vault, 'delete', async (held) => {
    const found = await findExactly(held, path)
    if (!found && requireExists) throw nothingAt(path, 'file or folder')
    if (!found) return { changes: [], output: { path, deleted: false } }
    requireEtag(path, found, expectedEtag)
    const changes = (await withAllBelow(held, found)).map((row) => ({
      fileId: row.id,
      isFolder: row.isFolder,
      before: row,
      after: null,
    }))
    return {
      changes,
      output: { path, deleted: true, trashed: trash },
      isTrash: trash,
      isForGood: !trash,
    }
  })
}
