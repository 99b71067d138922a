import { AppError } from '../../kernel/errors.ts'
import { changeVault, type LockedVault, type WithEffects } from '../change/change-vault.ts'
import {
  findAtPath,
  freePath,
  pathExistsError,
  pathNotFoundError,
  planMissingFolders,
  requireEtag,
} from '../change/resolve-paths.ts'
import type { CollisionStrategy } from '../model/archive-options.ts'
import { isWithin, parseVaultPath, vaultKey } from '../model/vault-path.ts'
import { findVaultFile, listBelow, type VaultFileRow } from '../rows/vault-files.ts'
import type { FileChange } from '../rows/vault-journal.ts'
import type { VaultWriter } from '../vault.ts'

export type RenameWanted = {
  fromPath: string
  toPath: string
  collisionStrategy?: CollisionStrategy
  /** The etag that the file must have to be renamed. */
  expectedEtag?: string
}
/** `toPath` may differ from the requested path if that was taken. Folders have no etag. */
export type Renamed = { fromPath: string; toPath: string; etag?: string }

/**
 * "overwrite" applies to files only. Throws POLICY_DENIED for an invalid path, NOT_FOUND, CONFLICT if the
 * target exists or the file has another etag, INVALID_INPUT if a folder would move into itself.
 */
export async function renameFile(vault: VaultWriter, wanted: RenameWanted): Promise<WithEffects<Renamed>> {
  const fromPath = parseVaultPath(wanted.fromPath)
  const asked = parseVaultPath(wanted.toPath)
  const { collisionStrategy: strategy = 'error', expectedEtag } = wanted
  return changeVault<Renamed>(vault, 'rename', async (locked) => {
    const found = await findExactly(locked, fromPath)
    if (!found) throw pathNotFoundError(fromPath, 'file or folder')
    requireEtag(fromPath, found, expectedEtag)
    const etag = found.etag === null ? {} : { etag: found.etag }
    if (asked === fromPath) return { changes: [], output: { fromPath, toPath: asked, ...etag } }
    requireOutside(found, asked)
    const isSameKey = vaultKey(asked) === found.key
    const toPath = strategy === 'create-unique' && !isSameKey ? await freePath(locked, asked) : asked
    const there = isSameKey ? null : await findAtPath(locked, toPath, '/toPath')
    const maySwallow = strategy === 'overwrite' && !there?.isFolder && !found.isFolder
    if (there && !maySwallow) throw pathExistsError(there, '/toPath')
    const swallowed: FileChange[] = there
      ? [{ fileId: there.id, isFolder: false, before: there, after: null }]
      : []
    const folders = await planMissingFolders(locked, toPath, '/toPath')
    const moved = (await withDescendants(locked, found)).map((row) => movedTo(row, fromPath, toPath))
    return { changes: [...swallowed, ...folders, ...moved], output: { fromPath, toPath, ...etag } }
  })
}

/** Returns the entry at exactly this path. Other look-ups ignore case; a rename of “a.md” must not find “A.md”. */
async function findExactly(locked: LockedVault, path: string): Promise<VaultFileRow | null> {
  const found = await findVaultFile(locked.tx, locked.organisationId, vaultKey(path))
  return found?.path === path ? found : null
}

async function withDescendants(
  { tx, organisationId }: LockedVault,
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
  const newPath = parseVaultPath(toPath + path.slice(fromPath.length))
  return {
    fileId,
    isFolder,
    before: row,
    after: { path: newPath, etag, sizeBytes, createdAt, modifiedAt },
  }
}

export type DeleteWanted = {
  path: string
  trash?: boolean
  requireExists?: boolean
  /** The etag that the file must have to be deleted. */
  expectedEtag?: string
}

export type Deleted = { path: string; deleted: boolean; trashed?: boolean; etag?: string }

/**
 * Moves a file or folder to the trash; with `trash: false` it is deleted with its history. Throws POLICY_DENIED for an
 * invalid path; NOT_FOUND if it does not exist and
 * must; CONFLICT for another etag.
 */
export async function deleteFile(vault: VaultWriter, wanted: DeleteWanted): Promise<WithEffects<Deleted>> {
  const path = parseVaultPath(wanted.path)
  const { trash = true, requireExists = true, expectedEtag } = wanted
  return changeVault<Deleted>(vault, 'delete', async (locked) => {
    const found = await findExactly(locked, path)
    if (!found && requireExists) throw pathNotFoundError(path, 'file or folder')
    if (!found) return { changes: [], output: { path, deleted: false } }
    requireEtag(path, found, expectedEtag)
    const changes = (await withDescendants(locked, found)).map((row) => ({
      fileId: row.id,
      isFolder: row.isFolder,
      before: row,
      after: null,
    }))
    return {
      changes,
      output: {
        path,
        deleted: true,
        trashed: trash,
        ...(found.etag !== null && { etag: found.etag }),
      },
      isTrash: trash,
      isForGood: !trash,
    }
  })
}
