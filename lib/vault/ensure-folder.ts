/** A folder that is there afterwards. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.1. */
import { parseVaultFolder } from '../contract/vault/vault-path.ts'
import { changeVault, type Written } from './change-vault.ts'
import { alreadyThere, findAt, missingFoldersOf, newFolder } from './places.ts'
import type { VaultWriter } from './vault.ts'

export type EnsuredFolder = { path: string; created: boolean }

/**
 * Makes the folder, and those it is in, unless they are there. Throws POLICY_DENIED for what is no path, CONFLICT for
 * a file in its place and for what differs by case only.
 */
export async function ensureFolder(
  vault: VaultWriter,
  wanted: { path: string },
): Promise<Written<EnsuredFolder>> {
  const path = parseVaultFolder(wanted.path)
  return changeVault<EnsuredFolder>(vault, 'folder', async (held) => {
    const found = path === '' ? null : await findAt(held, path)
    if (found && !found.isFolder) throw alreadyThere(found)
    if (found || path === '') return { changes: [], output: { path, created: false } }
    const changes = [...(await missingFoldersOf(held, path)), newFolder(path, held.now)]
    return { changes, output: { path, created: true } }
  })
}
