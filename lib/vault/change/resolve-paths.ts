import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import type { StoredContent } from '../content/content.ts'
import {
  folderOf,
  listFolders,
  numberedPath,
  numberedStart,
  parseVaultPath,
  vaultKey,
} from '../model/vault-path.ts'
import { findVaultFile, findVaultFiles, listKeysLike, type VaultFileRow } from '../rows/vault-files.ts'
import type { FileChange } from '../rows/vault-journal.ts'
import type { LockedVault } from './change-vault.ts'

/** `field` is the name of the input that has the path, for the error. */
export async function findAtPath(
  { tx, organisationId }: Pick<LockedVault, 'tx' | 'organisationId'>,
  path: string,
  field = '/path',
): Promise<VaultFileRow | null> {
  const found = await findVaultFile(tx, organisationId, vaultKey(path))
  if (found && found.path !== path) throw caseConflictError(path, found, field)
  return found
}

export async function planMissingFolders(
  locked: LockedVault,
  path: string,
  field = '/path',
): Promise<FileChange[]> {
  const folders = listFolders(path)
  if (folders.length === 0) return []
  const rows = await findVaultFiles(locked.tx, locked.organisationId, folders.map(vaultKey))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return folders.flatMap((folder) => {
    const found = byKey.get(vaultKey(folder))
    if (!found) return [newFolder(folder, locked.now)]
    if (found.path !== folder) throw caseConflictError(folder, found, field)
    if (!found.isFolder)
      throw pathConflictError(folder, `“${folder}” is a file, so it cannot contain anything.`, { field })
    return []
  })
}

export function newFile(path: string, content: StoredContent, now: Date): FileChange {
  const after = { path, ...content, createdAt: now, modifiedAt: now }
  return { fileId: randomUUIDv7(), isFolder: false, before: null, after }
}

export function newFolder(path: string, now: Date): FileChange {
  const after = { path, etag: null, sizeBytes: 0, createdAt: now, modifiedAt: now }
  return { fileId: randomUUIDv7(), isFolder: true, before: null, after }
}

export async function freePath(
  { tx, organisationId }: LockedVault,
  path: string,
  besides: ReadonlySet<string> = new Set(),
): Promise<string> {
  if (!(await findVaultFile(tx, organisationId, vaultKey(path)))) return path
  const folderKey = vaultKey(folderOf(path))
  const start = vaultKey(numberedStart(path))
  const takenKeys = await listKeysLike(tx, organisationId, { folderKey, start })
  let number = 2
  const isTaken = (key: string) => takenKeys.has(key) || besides.has(key)
  while (isTaken(vaultKey(numberedPath(path, number)))) number += 1
  return parseVaultPath(numberedPath(path, number))
}

export function pathExistsError({ path, isFolder, etag }: VaultFileRow, field = '/path'): AppError {
  const message = `The ${isFolder ? 'folder' : 'file'} “${path}” already exists.`
  return pathConflictError(path, message, { etag, field })
}

type Conflict = { etag?: string | null; field?: string }

export function pathConflictError(
  path: string,
  message: string,
  { etag = null, field = '/path' }: Conflict = {},
): AppError {
  const issue = { path: field, keyword: 'path', message, params: { path, ...(etag && { etag }) } }
  return new AppError('CONFLICT', { message, issues: [issue], suggestedAction: 'Choose another path.' })
}

function caseConflictError(path: string, found: VaultFileRow, field: string): AppError {
  const message = `“${path}” differs only by case from “${found.path}”, which already exists.`
  return pathConflictError(found.path, message, { etag: found.etag, field })
}

export function pathNotFoundError(path: string, what = 'file'): AppError {
  return new AppError('NOT_FOUND', {
    message: `There is no ${what} “${path}” in the vault.`,
    suggestedAction: 'Check the path. Paths are case-sensitive.',
  })
}

/** Throws CONFLICT; `details[0].params.etag` is the current one, null if there is no file. */
export function requireEtag(
  path: string,
  current: Pick<VaultFileRow, 'etag'> | null,
  expectedEtag: string | undefined,
): void {
  if (expectedEtag === undefined || (current && current.etag === expectedEtag)) return
  const etag = current?.etag ?? null
  const message = etag
    ? `“${path}” has changed since you read it. Its etag is now ${etag}.`
    : current
      ? `“${path}” is a folder, and folders have no etag.`
      : `There is no file “${path}” with this etag: it does not exist.`
  throw new AppError('CONFLICT', {
    message,
    issues: [{ path: '/expectedEtag', keyword: 'etag', message, params: { path, etag } }],
    suggestedAction: etag
      ? 'Read the file again, then retry with its etag.'
      : 'Retry without expectedEtag, or check the path.',
  })
}
