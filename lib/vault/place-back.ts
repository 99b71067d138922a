/** Whether things can be again where they were, and what that takes. Floor 3. */
import { folderOf, foldersOf, isWithin, parseVaultPath, vaultKey } from '../contract/vault/vault-path.ts'
import { findVaultFiles, listBelow } from '../db/vault-files.ts'
import type { FileChange } from '../db/vault-journal.ts'
import type { HeldVault } from './change-vault.ts'
import { alreadyThere, conflict, freePath, newFolder } from './places.ts'

/**
 * The changes that bring the files where `wanted` says: with the folders that are missing for it, and without those
 * folders' removal that hold something else. `mayRename` gives what comes back another name where its own is taken.
 *
 * Throws CONFLICT for a path that something else has.
 */
export async function placeBack(
  held: HeldVault,
  wanted: readonly FileChange[],
  { mayRename }: { mayRename: boolean },
): Promise<FileChange[]> {
  const placed = mayRename ? await renamed(held, wanted) : [...wanted]
  const touched = new Set(placed.map(({ fileId }) => fileId))
  const targets = new Set(placed.flatMap(({ after }) => (after ? vaultKey(after.path) : [])))
  const inTheWay = await findVaultFiles(held.tx, held.organisationId, [...targets])
  const other = inTheWay.find(({ id }) => !touched.has(id))
  if (other) throw alreadyThere(other)
  const folders = await missingFolders(held, placed, targets)
  const kept = await foldersInUse(held, [...placed, ...folders])
  return [...folders, ...placed.filter(({ fileId }) => !kept.has(fileId))]
}

/** The folders that the targets are in, and that neither are there nor come back with them. */
export async function missingFolders(
  { tx, organisationId, now }: HeldVault,
  placed: readonly FileChange[],
  targets: ReadonlySet<string>,
): Promise<FileChange[]> {
  const needed = new Map<string, string>()
  for (const { after } of placed)
    for (const folder of after ? foldersOf(after.path) : [])
      if (!targets.has(vaultKey(folder))) needed.set(vaultKey(folder), folder)
  const leaving = new Set(placed.map(({ fileId }) => fileId))
  const rows = await findVaultFiles(tx, organisationId, [...needed.keys()])
  for (const row of rows) {
    if (leaving.has(row.id)) continue
    if (!row.isFolder || row.path !== needed.get(row.key)) throw alreadyThere(row)
    needed.delete(row.key)
  }
  return [...needed.values()].map((folder) => newFolder(folder, now))
}

/**
 * Folders that were to go and have to stay: something is in them that does not go along, or that comes. Not where a
 * folder of the same name comes in their place. Throws CONFLICT where something else does.
 */
async function foldersInUse(
  { tx, organisationId }: HeldVault,
  changes: readonly FileChange[],
): Promise<Set<string>> {
  const touched = new Set(changes.map(({ fileId }) => fileId))
  const coming = changes.flatMap(({ isFolder, after }) =>
    after ? [{ isFolder, path: after.path, key: vaultKey(after.path) }] : [],
  )
  const stay = new Set<string>()
  const going = changes.filter(({ isFolder, before, after }) => isFolder && before && !after)
  // From the innermost: a folder stays when one within it does.
  for (const { fileId, before } of going.sort((a, b) => depthOf(b) - depthOf(a))) {
    const path = before?.path ?? ''
    const key = vaultKey(path)
    const below = await listBelow(tx, organisationId, key)
    const holds = below.some(({ id }) => !touched.has(id) || stay.has(id))
    const inPlace = coming.find((each) => each.key === key)
    if (inPlace && holds && !(inPlace.isFolder && inPlace.path === path))
      throw conflict(
        path,
        `“${path}” has something in it by now, so “${inPlace.path}” cannot take its place.`,
      )
    const gets = coming.some((each) => each.key !== key && isWithin(each.key, key))
    if (!inPlace && (holds || gets)) stay.add(fileId)
  }
  return stay
}

function depthOf({ before }: FileChange): number {
  return before?.path.length ?? 0
}

/** Under another name where the own one is taken; what is in a folder stays in it. */
async function renamed(held: HeldVault, wanted: readonly FileChange[]): Promise<FileChange[]> {
  const paths = new Set(wanted.flatMap(({ after }) => after?.path ?? []))
  const tops = [...paths].filter((path) => !paths.has(folderOf(path)))
  const names = new Map<string, string>()
  for (const top of tops) names.set(top, await freePath(held, top))
  const placeOf = (path: string): string => {
    const top = tops.find((each) => isWithin(path, each)) ?? path
    return parseVaultPath((names.get(top) ?? top) + path.slice(top.length))
  }
  return wanted.map((change) =>
    change.after ? { ...change, after: { ...change.after, path: placeOf(change.after.path) } } : change,
  )
}
