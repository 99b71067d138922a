import { folderOf, isWithin, listFolders, parseVaultPath, vaultKey } from '../model/vault-path.ts'
import { findVaultFiles, listBelow } from '../rows/vault-files.ts'
import type { FileChange } from '../rows/vault-journal.ts'
import type { LockedVault } from './change-vault.ts'
import { freePath, newFolder, pathConflictError, pathExistsError } from './resolve-paths.ts'

/** Puts files back at their paths; with `mayRename` under another name if one is taken. Otherwise throws CONFLICT. */
export async function restoreFiles(
  locked: LockedVault,
  wanted: readonly FileChange[],
  { mayRename }: { mayRename: boolean },
): Promise<FileChange[]> {
  const restored = mayRename ? await avoidTakenNames(locked, wanted) : [...wanted]
  const touched = new Set(restored.map(({ fileId }) => fileId))
  const targets = new Set(restored.flatMap(({ after }) => (after ? vaultKey(after.path) : [])))
  const existing = await findVaultFiles(locked.tx, locked.organisationId, [...targets])
  const other = existing.find(({ id }) => !touched.has(id))
  if (other) throw pathExistsError(other)
  const folders = await missingFolders(locked, restored, targets)
  const usedFolderIds = await foldersInUse(locked, [...restored, ...folders])
  return [...folders, ...restored.filter(({ fileId }) => !usedFolderIds.has(fileId))]
}

export async function missingFolders(
  { tx, organisationId, now }: LockedVault,
  changes: readonly FileChange[],
  targets: ReadonlySet<string>,
): Promise<FileChange[]> {
  const needed = new Map<string, string>()
  for (const { after } of changes)
    for (const folder of after ? listFolders(after.path) : [])
      if (!targets.has(vaultKey(folder))) needed.set(vaultKey(folder), folder)
  const leaving = new Set(changes.map(({ fileId }) => fileId))
  const rows = await findVaultFiles(tx, organisationId, [...needed.keys()])
  for (const row of rows) {
    if (leaving.has(row.id)) continue
    if (!row.isFolder || row.path !== needed.get(row.key)) throw pathExistsError(row)
    needed.delete(row.key)
  }
  return [...needed.values()].map((folder) => newFolder(folder, now))
}

/** Returns folders that contain something else. Throws CONFLICT if a file replaces one. */
async function foldersInUse(
  { tx, organisationId }: LockedVault,
  changes: readonly FileChange[],
): Promise<Set<string>> {
  const touched = new Set(changes.map(({ fileId }) => fileId))
  const coming = changes.flatMap(({ isFolder, after }) =>
    after ? [{ isFolder, path: after.path, key: vaultKey(after.path) }] : [],
  )
  const stay = new Set<string>()
  const going = changes.filter(({ isFolder, before, after }) => isFolder && before && !after)
  // A folder stays as long as one within it does.
  for (const { fileId, before } of going.sort((a, b) => depthOf(b) - depthOf(a))) {
    const path = before?.path ?? ''
    const key = vaultKey(path)
    const below = await listBelow(tx, organisationId, key)
    const hasOthers = below.some(({ id }) => !touched.has(id) || stay.has(id))
    const replacement = coming.find((each) => each.key === key)
    if (replacement && hasOthers && !(replacement.isFolder && replacement.path === path))
      throw pathConflictError(
        path,
        `“${path}” is no longer empty, so “${replacement.path}” cannot be restored.`,
      )
    const gets = coming.some((each) => each.key !== key && isWithin(each.key, key))
    if (!replacement && (hasOthers || gets)) stay.add(fileId)
  }
  return stay
}

function depthOf({ before }: FileChange): number {
  return before?.path.length ?? 0
}

async function avoidTakenNames(locked: LockedVault, wanted: readonly FileChange[]): Promise<FileChange[]> {
  const paths = new Set(wanted.flatMap(({ after }) => after?.path ?? []))
  const tops = [...paths].filter((path) => !paths.has(folderOf(path)))
  const names = new Map<string, string>()
  for (const top of tops) names.set(top, await freePath(locked, top))
  const newPathOf = (path: string): string => {
    const top = tops.find((each) => isWithin(path, each)) ?? path
    return parseVaultPath((names.get(top) ?? top) + path.slice(top.length))
  }
  return wanted.map((change) =>
    change.after ? { ...change, after: { ...change.after, path: newPathOf(change.after.path) } } : change,
  )
}
