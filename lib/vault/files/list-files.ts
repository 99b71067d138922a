import { isStorable } from '../../kernel/validation/storable.ts'
import { pathNotFoundError } from '../change/resolve-paths.ts'
import { parseVaultFolder, vaultKey } from '../model/vault-path.ts'
import { findVaultFile, listFilesNamed, listVaultFiles, type VaultFileRow } from '../rows/vault-files.ts'
import type { Vault } from '../vault.ts'

export type FileEntry = {
  path: string
  kind: 'file' | 'folder'
  sizeBytes?: number
  mtimeMs?: number
  etag?: string
  ctimeMs?: number
}

export type ListWanted = {
  prefix?: string
  recursive?: boolean
  /** File extensions without dots, in any case. Folders have none, so they never match. */
  extensions?: string[]
  limit?: number
  offset?: number
}

export type FileList = { items: FileEntry[]; truncated: boolean; nextOffset?: number }

export const DEFAULT_LIMIT = 200
export const MAX_LIMIT = 10_000
/** A limit that no vault reaches. */
const MAX_OFFSET = 1_000_000_000

/**
 * Returns a page of a folder's entries, sorted by path regardless of case, so that pages stay the same. Throws
 * POLICY_DENIED for an invalid path, NOT_FOUND for an unknown
 * folder.
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
    skip: Math.min(offset, MAX_OFFSET),
  })
  const truncated = rows.length > take
  const items = rows.slice(0, take).map(toEntry)
  return { items, truncated, ...(truncated && { nextOffset: offset + take }) }
}

export async function requireFolder({ db, organisationId }: Vault, folder: string): Promise<void> {
  if (folder === '') return
  const found = await findVaultFile(db, organisationId, vaultKey(folder))
  if (!found?.isFolder || found.path !== folder) throw pathNotFoundError(folder, 'folder')
}

function toEntry(row: VaultFileRow): FileEntry {
  const { path, isFolder, etag, sizeBytes, modifiedAt, createdAt } = row
  const ctimeMs = createdAt.getTime()
  if (isFolder || etag === null) return { path, kind: 'folder', ctimeMs }
  return { path, kind: 'file', sizeBytes, mtimeMs: modifiedAt.getTime(), ctimeMs, etag }
}

const DEFAULT_FOUND = 20
const MAX_FOUND = 100

// `searchText` serves longer queries.
const MAX_TERMS = 10

/** Returns files whose path contains every word. Files whose own name matches come first, then the last changed. */
export async function findFiles(
  { db, organisationId }: Vault,
  { name, limit = DEFAULT_FOUND }: { name: string; limit?: number },
): Promise<{ items: FileEntry[] }> {
  if (!isStorable(name)) return { items: [] }
  const terms = vaultKey(name).split(/\s+/).filter(Boolean).slice(0, MAX_TERMS)
  const rows = await listFilesNamed(db, { organisationId, words: terms, take: Math.min(limit, MAX_FOUND) })
  return { items: rows.map(toEntry) }
}
