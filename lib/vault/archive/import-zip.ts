/** Imports all or nothing: threads check an archive before they unpack it, and one change writes it. */

import { AppError } from '../../kernel/errors.ts'
import { DAMAGED } from '../../kernel/zip/read-zip.ts'
import { openZipInThread } from '../../kernel/zip/unpack-in-thread.ts'
import { changeVault, type LockedVault, requireVaultRoom, type WithEffects } from '../change/change-vault.ts'
import { freePath, newFile, newFolder, pathExistsError } from '../change/resolve-paths.ts'
import { missingFolders } from '../change/restore-files.ts'
import { type StoredContent, storeContents } from '../content/content.ts'
import { overwriteChanges } from '../files/write-file.ts'
import { type CollisionStrategy, IMPORT_LIMITS } from '../model/archive-options.ts'
import { listFolders, parseVaultFolder, parseVaultPath, vaultKey } from '../model/vault-path.ts'
import { findVaultFiles, findVaultTotals } from '../rows/vault-files.ts'
import type { FileChange } from '../rows/vault-journal.ts'
import type { VaultWriter } from '../vault.ts'
import { vaultLimits } from '../vault-usage.ts'

type ImportWanted = {
  prefix?: string
  /** What to do with a file whose path exists; by default “error”. */
  collisionStrategy?: CollisionStrategy
}

export type Imported = { prefix: string; files: number; folders: number }

/**
 * Throws INVALID_INPUT for an invalid archive; POLICY_DENIED for an invalid path; CONFLICT for an existing
 * path; LIMIT_REACHED if the vault is full.
 */
export async function importZip(
  vault: VaultWriter,
  bytes: Uint8Array,
  { prefix = '', collisionStrategy = 'error' }: ImportWanted = {},
): Promise<WithEffects<Imported>> {
  const folder = parseVaultFolder(prefix)
  const { files, folders } = await unpackZip(vault, bytes, { folder, strategy: collisionStrategy })
  return changeVault<Imported>(vault, 'import', async (locked) => {
    const changes = await importChanges(locked, { files, folders, strategy: collisionStrategy })
    const made = changes.filter(({ isFolder }) => isFolder).length
    return { changes, output: { prefix: folder, files: files.length, folders: made } }
  })
}

type Unpacked = { files: { path: string; stored: StoredContent }[]; folders: string[] }

async function unpackZip(
  vault: VaultWriter,
  bytes: Uint8Array,
  { folder, strategy }: { folder: string; strategy: CollisionStrategy },
): Promise<Unpacked> {
  const zip = await openZipInThread(bytes, IMPORT_LIMITS, vault.organisationId)
  const { issues, entries, folders } = zip
  if (issues) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
  const within = (name: string) => parseVaultPath(folder === '' ? name : `${folder}/${name}`)
  const ours = entries
    .filter(({ path }) => !isLitter(path))
    .map((entry) => ({ entry, path: within(entry.path) }))
  const listed = folders.filter((path) => path !== '' && !isLitter(path)).map(within)
  requireOneOfEach(
    ours.map(({ path }) => path),
    listed,
  )
  await requireRoomFor(
    vault,
    ours.map(({ entry }) => entry),
    strategy,
  )
  const contents = async function* () {
    let index = 0
    for await (const content of zip.unpack(ours.map(({ entry }) => entry))) {
      const { path } = ours[index++]!.entry
      if (!content) throw new AppError('INVALID_INPUT', { message: `${path} ${DAMAGED}.` })
      yield content
    }
  }
  const stored = await storeContents(vault, contents())
  const files = stored.map((each, index) => ({ path: ours[index]?.path ?? '', stored: each }))
  return { files, folders: folder === '' ? listed : [folder, ...listed] }
}

/** Refuses an archive by its directory, because a small one may unpack to hundreds of megabytes. */
async function requireRoomFor(
  { db, organisationId }: VaultWriter,
  entries: readonly { sizeBytes: number }[],
  strategy: CollisionStrategy,
): Promise<void> {
  const before = await findVaultTotals(db, organisationId)
  // How much is overwritten is known later.
  const kept = strategy === 'overwrite' ? { usedBytes: 0, fileCount: 0 } : before
  const after = {
    ...before,
    usedBytes: kept.usedBytes + entries.reduce((total, { sizeBytes }) => total + sizeBytes, 0),
    fileCount: kept.fileCount + entries.length,
  }
  requireVaultRoom(before, after, await vaultLimits(db, organisationId))
}

/** Files that macOS adds to archives, which nobody wants in a vault. */
function isLitter(path: string): boolean {
  return path === '__MACOSX' || path.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(path)
}

/** Throws if names differ only by case, or are both file and folder. */
function requireOneOfEach(files: readonly string[], folders: readonly string[]): void {
  const byKey = new Map<string, { path: string; isFolder: boolean }>()
  function claim(path: string, isFolder: boolean): void {
    const other = byKey.get(vaultKey(path))
    if (other && other.path !== path)
      throw new AppError('INVALID_INPUT', { message: `“${other.path}” and “${path}” differ only by case.` })
    if (other && !(other.isFolder && isFolder))
      throw new AppError('INVALID_INPUT', { message: `“${path}” appears twice in the archive.` })
    byKey.set(vaultKey(path), { path, isFolder })
  }
  for (const path of files) claim(path, false)
  for (const path of [...files, ...folders].flatMap(listFolders).concat(folders)) claim(path, true)
}

type FilesToImport = Unpacked & { strategy: CollisionStrategy }

async function importChanges(
  locked: LockedVault,
  { files, folders, strategy }: FilesToImport,
): Promise<FileChange[]> {
  const { tx, organisationId, now } = locked
  const wanted = [...files.map(({ path }) => path), ...folders].map(vaultKey)
  const there = new Map((await findVaultFiles(tx, organisationId, wanted)).map((row) => [row.key, row]))
  const reservedKeys = new Set(wanted)
  const changes: FileChange[] = []
  for (const { path, stored } of files) {
    const found = there.get(vaultKey(path))
    if (!found) changes.push(newFile(path, stored, now))
    else if (strategy === 'create-unique') {
      const free = await freePath(locked, path, reservedKeys)
      reservedKeys.add(vaultKey(free))
      changes.push(newFile(free, stored, now))
    } else if (strategy === 'overwrite' && !found.isFolder && found.path === path)
      changes.push(...overwriteChanges(found, stored, now).changes)
    else throw pathExistsError(found)
  }
  const made = folders
    .filter((path, index) => !there.has(vaultKey(path)) && folders.indexOf(path) === index)
    .map((path) => newFolder(path, now))
  const all = [...made, ...changes]
  const targets = new Set(all.flatMap(({ after }) => (after ? vaultKey(after.path) : [])))
  return [...(await missingFolders(locked, all, targets)), ...all]
}
