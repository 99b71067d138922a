import type { FileEntry } from '#lib/vault/files/list-files.ts'
import { folderOf, isWithin, vaultFileName } from '#lib/vault/model/vault-path.ts'

export type Folders = ReadonlyMap<string, { items: readonly FileEntry[]; nextOffset?: number }>

export type TreeRow =
  | { kind: 'file' | 'folder'; path: string; name: string; level: number; isOpen: boolean }
  | { kind: 'more'; path: string; name: string; level: number; isOpen: false }

export function rowKey({ kind, path }: TreeRow): string {
  return `${kind} ${path}`
}

/** Returns the folder that a drop on the row means: a file stands for its folder. */
export function folderOfRow({ kind, path }: TreeRow): string {
  return kind === 'file' ? folderOf(path) : path
}

/** Returns the path after a move into `folder`, or undefined if it is there already or cannot be moved there. */
export function pathInFolder(path: string, folder: string): string | undefined {
  if (isWithin(folder, path) || folderOf(path) === folder) return undefined
  return folder ? `${folder}/${vaultFileName(path)}` : vaultFileName(path)
}

/** Returns the visible rows: folders first, then files, both sorted by name. */
export function treeRows(
  folders: Folders,
  open: ReadonlySet<string>,
  names = new Intl.Collator('en', COLLATION),
  folder = '',
  level = 1,
): TreeRow[] {
  const { items = [], nextOffset } = folders.get(folder) ?? {}
  const rows = items.toSorted(byKindAndName(names)).flatMap((entry): TreeRow[] => {
    const { kind, path } = entry
    const isOpen = kind === 'folder' && open.has(path)
    const row: TreeRow = { kind, path, name: vaultFileName(path), level, isOpen }
    return isOpen ? [row, ...treeRows(folders, open, names, path, level + 1)] : [row]
  })
  if (nextOffset === undefined) return rows
  return [...rows, { kind: 'more', path: folder, name: 'Show more', level, isOpen: false }]
}

export const COLLATION = { numeric: true, sensitivity: 'base' } as const

const byKindAndName = (names: Intl.Collator) => (left: FileEntry, right: FileEntry) => {
  if (left.kind !== right.kind) return left.kind === 'folder' ? -1 : 1
  return names.compare(vaultFileName(left.path), vaultFileName(right.path))
}

type TreeMove = { goTo: number } | { open: string } | { close: string } | undefined

/** Returns what a key does on row `at`, by the tree view of the ARIA Authoring Practices; undefined for other keys. */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove {
  const row = rows[at]
  if (!row) return undefined
  if (key === 'ArrowDown') return at + 1 < rows.length ? { goTo: at + 1 } : undefined
  if (key === 'ArrowUp') return at > 0 ? { goTo: at - 1 } : undefined
  if (key === 'Home') return { goTo: 0 }
  if (key === 'End') return { goTo: rows.length - 1 }
  if (key === 'ArrowRight' && row.kind === 'folder') {
    if (!row.isOpen) return { open: row.path }
    return (rows[at + 1]?.level ?? 0) > row.level ? { goTo: at + 1 } : undefined
  }
  if (key === 'ArrowLeft') {
    if (row.isOpen) return { close: row.path }
    const parent = rows.findIndex(({ kind, path }) => kind === 'folder' && path === folderOf(row.path))
    return parent >= 0 ? { goTo: parent } : undefined
  }
  return key.length === 1 ? nextNamed(rows, at, key.toLowerCase()) : undefined
}

/** Returns a move to the next row whose name starts with `letter`, from the start again after the last one. */
function nextNamed(rows: readonly TreeRow[], at: number, letter: string): TreeMove {
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (at + step) % rows.length
    if (rows[index]?.name.toLowerCase().startsWith(letter)) return { goTo: index }
  }
  return undefined
}
