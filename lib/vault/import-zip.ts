/**
 * A zip archive's files into the vault: all of them in one write, or none. Floor 3.
 *
 * The archive is looked through before anything is unpacked (lib/folders/read-zip.ts: bombs, links, `..`, encrypted
 * files), its files are unpacked and kept one at a time, and the vault is changed once at the end.
 */
import { IMPORT_LIMITS } from '../contract/vault/archive-limits.ts'
import type { CollisionStrategy } from '../contract/vault/collision-strategies.ts'
import { foldersOf, parseVaultFolder, parseVaultPath, vaultKey } from '../contract/vault/vault-path.ts'
import { findVaultFiles } from '../db/vault-files.ts'
import type { FileChange } from '../db/vault-journal.ts'
import { AppError } from '../errors.ts'
import { DAMAGED, openZip } from '../folders/read-zip.ts'
import { changeVault, type HeldVault, type Written } from './change-vault.ts'
import { type KeptContent, keepContents } from './keep-content.ts'
import { missingFolders } from './place-back.ts'
import { alreadyThere, freePath, newFile, newFolder } from './places.ts'
import type { VaultWriter } from './vault.ts'
import { fileOver } from './write-file.ts'

export type ImportWanted = {
  /** The folder that it goes into; the vault itself when absent. */
  prefix?: string
  /** What a path that is taken means; "error" when absent. */
  collisionStrategy?: CollisionStrategy
}

export type Imported = { prefix: string; files: number; folders: number }

/**
 * Throws INVALID_INPUT for what is no archive of ours, with the file and the reason; POLICY_DENIED for a name that is
 * no path of a vault; CONFLICT for a path that is taken; PRECONDITION_FAILED when the vault is full.
 */
export async function importZip(
  vault: VaultWriter,
  bytes: Uint8Array,
  { prefix = '', collisionStrategy = 'error' }: ImportWanted = {},
): Promise<Written<Imported>> {
  const folder = parseVaultFolder(prefix)
  const { files, folders } = await unpacked(vault, bytes, folder)
  return changeVault<Imported>(vault, 'import', async (held) => {
    const changes = await placed(held, { files, folders, strategy: collisionStrategy })
    const made = changes.filter(({ isFolder }) => isFolder).length
    return { changes, output: { prefix: folder, files: files.length, folders: made } }
  })
}

type Unpacked = { files: { path: string; kept: KeptContent }[]; folders: string[] }

async function unpacked(vault: VaultWriter, bytes: Uint8Array, folder: string): Promise<Unpacked> {
  const { issues, entries, folders, read } = openZip(bytes, IMPORT_LIMITS)
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
  const contents = function* () {
    for (const { entry } of ours) {
      const content = read(entry)
      if (!content) throw new AppError('INVALID_INPUT', { message: `${entry.path} ${DAMAGED}.` })
      yield content
    }
  }
  const kept = await keepContents(vault, contents())
  const files = kept.map((each, index) => ({ path: ours[index]?.path ?? '', kept: each }))
  return { files, folders: folder === '' ? listed : [folder, ...listed] }
}

/** What macOS puts beside the files. */
function isLitter(path: string): boolean {
  return path === '__MACOSX' || path.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(path)
}

/** One spelling for each name, and nothing that is a file and a folder at once. */
function requireOneOfEach(files: readonly string[], folders: readonly string[]): void {
  const byKey = new Map<string, { path: string; isFolder: boolean }>()
  function claim(path: string, isFolder: boolean): void {
    const other = byKey.get(vaultKey(path))
    if (other && other.path !== path)
      throw new AppError('INVALID_INPUT', { message: `“${other.path}” and “${path}” differ by case only.` })
    if (other && !(other.isFolder && isFolder))
      throw new AppError('INVALID_INPUT', { message: `“${path}” is in the archive twice.` })
    byKey.set(vaultKey(path), { path, isFolder })
  }
  for (const path of files) claim(path, false)
  for (const path of [...files, ...folders].flatMap(foldersOf).concat(folders)) claim(path, true)
}

type ToPlace = Unpacked & { strategy: CollisionStrategy }

async function placed(held: HeldVault, { files, folders, strategy }: ToPlace): Promise<FileChange[]> {
  const { tx, organisationId, now } = held
  const wanted = [...files.map(({ path }) => path), ...folders].map(vaultKey)
  const there = new Map((await findVaultFiles(tx, organisationId, wanted)).map((row) => [row.key, row]))
  const taken = new Set(wanted)
  const changes: FileChange[] = []
  for (const { path, kept } of files) {
    const found = there.get(vaultKey(path))
    if (!found) changes.push(newFile(path, kept, now))
    else if (strategy === 'create-unique') {
      const free = await freePath(held, path, taken)
      taken.add(vaultKey(free))
      changes.push(newFile(free, kept, now))
    } else if (strategy === 'overwrite' && !found.isFolder && found.path === path)
      changes.push(...fileOver(found, kept, now).changes)
    else throw alreadyThere(found)
  }
  const made = folders
    .filter((path, index) => !there.has(vaultKey(path)) && folders.indexOf(path) === index)
    .map((path) => newFolder(path, now))
  const all = [...made, ...changes]
  const targets = new Set(all.flatMap(({ after }) => (after ? vaultKey(after.path) : [])))
  return [...(await missingFolders(held, all, targets)), ...all]
}
