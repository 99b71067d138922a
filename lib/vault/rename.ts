/** Another name or another place, for a file or for a folder with all that is in it. Floor 3. */
import type { CollisionStrategy } from '../contract/vault/collision-strategies.ts'
import { isWithin, parseVaultPath, vaultKey } from '../contract/vault/vault-path.ts'
import { findVaultFile, listBelow, type VaultFileRow } from '../db/vault-files.ts'
import type { FileChange } from '../db/vault-journal.ts'
import { AppError } from '../errors.ts'
import { changeVault, type HeldVault, type Written } from './change-vault.ts'
import { alreadyThere, findAt, freePath, missingFoldersOf, nothingAt } from './places.ts'
import type { VaultWriter } from './vault.ts'

export type RenameWanted = { fromPath: string; toPath: string; collisionStrategy?: CollisionStrategy }
/** `toPath` is where it is now, also when another name was chosen. */
export type Renamed = { fromPath: string; toPath: string }

/**
 * Moves a file or a folder; the folders it comes into are made. "overwrite" is for files: a folder neither gives way
 * nor is put over something. Source: seed "Tool Input/Output Schema Conventions" §3.2.7.
 *
 * Throws POLICY_DENIED for what is no path, NOT_FOUND when nothing is there, CONFLICT for what is at the new place,
 * INVALID_INPUT for a folder that would come into itself.
 */
export async function rename(vault: VaultWriter, wanted: RenameWanted): Promise<Written<Renamed>> {
  const fromPath = parseVaultPath(wanted.fromPath)
  const asked = parseVaultPath(wanted.toPath)
  const { collisionStrategy: strategy = 'error' } = wanted
  return changeVault<Renamed>(vault, 'rename', async (held) => {
    const found = await findExactly(held, fromPath)
    if (!found) throw nothingAt(fromPath, 'file or folder')
    if (asked === fromPath) return { changes: [], output: { fromPath, toPath: asked } }
    requireOutside(found, asked)
    // Another case of its own name is its own place.
    const isOwnPlace = vaultKey(asked) === found.key
    const toPath = strategy === 'create-unique' && !isOwnPlace ? await freePath(held, asked) : asked
    const there = isOwnPlace ? null : await findAt(held, toPath)
    const maySwallow = strategy === 'overwrite' && !there?.isFolder && !found.isFolder
    if (there && !maySwallow) throw alreadyThere(there)
    const swallowed: FileChange[] = there
      ? [{ fileId: there.id, isFolder: false, before: there, after: null }]
      : []
    const folders = await missingFoldersOf(held, toPath)
    const moved = (await withAllBelow(held, found)).map((row) => movedTo(row, fromPath, toPath))
    return { changes: [...swallowed, ...folders, ...moved], output: { fromPath, toPath } }
  })
}

/** What is at exactly this path, capital letters included. */
export async function findExactly(held: HeldVault, path: string): Promise<VaultFileRow | null> {
  const found = await findVaultFile(held.tx, held.organisationId, vaultKey(path))
  return found?.path === path ? found : null
}

/** A file alone; a folder before what is in it. */
export async function withAllBelow(
  { tx, organisationId }: HeldVault,
  row: VaultFileRow,
): Promise<VaultFileRow[]> {
  return row.isFolder ? [row, ...(await listBelow(tx, organisationId, row.key))] : [row]
}

function requireOutside({ path, key, isFolder }: VaultFileRow, toPath: string): void {
  const toKey = vaultKey(toPath)
  if (!isFolder || toKey === key || !isWithin(toKey, key)) return
  const message = `The folder “${path}” cannot be moved into itself.`
  throw new AppError('INVALID_INPUT', {
    message,
    issues: [{ path: '/toPath', keyword: 'path', message }],
  })
}

function movedTo(row: VaultFileRow, fromPath: string, toPath: string): FileChange {
  const { id: fileId, isFolder, path, etag, sizeBytes, createdAt, modifiedAt } = row
  // Longer than a path may be, it is refused.
  const newPath = parseVaultPath(toPath + path.slice(fromPath.length))
  return {
    fileId,
    isFolder,
    before: row,
    after: { path: newPath, etag, sizeBytes, createdAt, modifiedAt },
  }
}
