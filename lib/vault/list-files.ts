/** What is in a folder. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.2. */
import { isStorable } from '../contract/json/storable.ts'
import { parseVaultFolder, vaultKey } from '../contract/vault/vault-path.ts'
import { findVaultFile, listVaultFiles, type VaultFileRow } from '../db/vault-files.ts'
import { nothingAt } from './places.ts'
import type { Vault } from './vault.ts'

export type FileEntry = {
  path: string
  kind: 'file' | 'folder'
  /** Of files only, as are the next two. */
  sizeBytes?: number
  mtimeMs?: number
  etag?: string
  ctimeMs?: number
}

export type ListWanted = {
  /** A folder; the whole vault when absent or "". */
  prefix?: string
  /** Everything below, not only what is in the folder itself. */
  recursive?: boolean
  /** Without dots, in any case; then only files are listed. */
  extensions?: string[]
  limit?: number
  offset?: number
}

export type FileList = { items: FileEntry[]; truncated: boolean; nextOffset?: number }

export const DEFAULT_LIMIT = 200
export const MAX_LIMIT = 10_000
/** No vault has as many; beyond it is nothing, whatever the number. */
const MOST_SKIPPED = 1_000_000_000

/**
 * A page, in the order of the paths with their case folded: the same page whenever it is asked for, as long as nothing
 * before it comes or goes. Throws POLICY_DENIED for what is no path, NOT_FOUND for what is no folder.
 */
export async function listFiles(vault: Vault, wanted: ListWanted = {}): Promise<FileList> {
  const { prefix = '', recursive = false, extensions, limit = DEFAULT_LIMIT, offset = 0 } = wanted
  const folder = parseVaultFolder(prefix)
  await requireFolder(vault, folder)
  const take = Math.min(limit, MAX_LIMIT)
  const rows = await listVaultFiles(vault.db, {
    organisationId: vault.organisationId,
    folderKey: vaultKey(folder),
    isRecursive: recursive,
    ...(extensions && {
      extensions: extensions.filter(isStorable).map((each) => each.replace(/^\./, '').toLowerCase()),
    }),
    take: take + 1,
    skip: Math.min(offset, MOST_SKIPPED),
  })
  const truncated = rows.length > take
  const items = rows.slice(0, take).map(toEntry)
  return { items, truncated, ...(truncated && { nextOffset: offset + take }) }
}

export async function requireFolder({ db, organisationId }: Vault, folder: string): Promise<void> {
  if (folder === '') return
  const found = await findVaultFile(db, organisationId, vaultKey(folder))
  if (!found?.isFolder || found.path !== folder) throw nothingAt(folder, 'folder')
}

export function toEntry(row: VaultFileRow): FileEntry {
  const { path, isFolder, etag, sizeBytes, modifiedAt, createdAt } = row
  const ctimeMs = createdAt.getTime()
  if (isFolder || etag === null) return { path, kind: 'folder', ctimeMs }
  return { path, kind: 'file', sizeBytes, mtimeMs: modifiedAt.getTime(), ctimeMs, etag }
}
