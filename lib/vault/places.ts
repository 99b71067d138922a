/** Whether something can be where a write wants it, and what that takes. Floor 3. */
import { randomUUIDv7 } from 'node:crypto'
import {
  folderOf,
  foldersOf,
  numberedPath,
  numberedStart,
  parseVaultPath,
  vaultKey,
} from '../contract/vault/vault-path.ts'
import { findVaultFile, findVaultFiles, listKeysLike, type VaultFileRow } from '../db/vault-files.ts'
import type { FileChange } from '../db/vault-journal.ts'
import { AppError } from '../errors.ts'
import type { HeldVault } from './change-vault.ts'
import type { KeptContent } from './keep-content.ts'

/** What is at a path; null when nothing is. Throws CONFLICT for what differs from it by case only. */
export async function findAt(
  { tx, organisationId }: Pick<HeldVault, 'tx' | 'organisationId'>,
  path: string,
): Promise<VaultFileRow | null> {
  const found = await findVaultFile(tx, organisationId, vaultKey(path))
  if (found && found.path !== path) throw almostThere(path, found)
  return found
}

/** The folders that have to be made so that `path` can be. Throws CONFLICT where a file is in the way. */
export async function missingFoldersOf(held: HeldVault, path: string): Promise<FileChange[]> {
  const folders = foldersOf(path)
  if (folders.length === 0) return []
  const rows = await findVaultFiles(held.tx, held.organisationId, folders.map(vaultKey))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return folders.flatMap((folder) => {
    const found = byKey.get(vaultKey(folder))
    if (!found) return [newFolder(folder, held.now)]
    if (found.path !== folder) throw almostThere(folder, found)
    if (!found.isFolder) throw conflict(folder, `“${folder}” is a file, so nothing can be in it.`)
    return []
  })
}

export function newFile(path: string, kept: KeptContent, now: Date): FileChange {
  const after = { path, ...kept, createdAt: now, modifiedAt: now }
  return { fileId: randomUUIDv7(), isFolder: false, before: null, after }
}

export function newFolder(path: string, now: Date): FileChange {
  const after = { path, etag: null, sizeBytes: 0, createdAt: now, modifiedAt: now }
  return { fileId: randomUUIDv7(), isFolder: true, before: null, after }
}

/** The path, or the first of "Title (2).md", "Title (3).md" … that is free, and has none of the keys `besides`. */
export async function freePath(
  { tx, organisationId }: HeldVault,
  path: string,
  besides: ReadonlySet<string> = new Set(),
): Promise<string> {
  if (!(await findVaultFile(tx, organisationId, vaultKey(path)))) return path
  const folderKey = vaultKey(folderOf(path))
  const start = vaultKey(numberedStart(path))
  const taken = await listKeysLike(tx, organisationId, { folderKey, start })
  let number = 2
  const isTaken = (key: string) => taken.has(key) || besides.has(key)
  while (isTaken(vaultKey(numberedPath(path, number)))) number += 1
  return parseVaultPath(numberedPath(path, number))
}

/** Something is there already. `details` tell its etag, when it is a file. */
export function alreadyThere({ path, isFolder, etag }: VaultFileRow): AppError {
  return conflict(path, `There is a ${isFolder ? 'folder' : 'file'} “${path}” already.`, etag)
}

/** `path` and `etag` of what is in the way go into the details. */
export function conflict(path: string, message: string, etag: string | null = null): AppError {
  const issue = { path: '/path', keyword: 'path', message, params: { path, ...(etag && { etag }) } }
  return new AppError('CONFLICT', { message, issues: [issue], suggestedAction: 'Choose another path.' })
}

function almostThere(path: string, found: VaultFileRow): AppError {
  return conflict(
    found.path,
    `“${path}” and “${found.path}”, which is there already, differ by case only.`,
    found.etag,
  )
}

export function nothingAt(path: string, what = 'file'): AppError {
  return new AppError('NOT_FOUND', {
    message: `There is no ${what} “${path}” in the vault.`,
    suggestedAction: 'Check the path; capital letters count.',
  })
}
