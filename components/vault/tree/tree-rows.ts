import type { FileEntry } from '#lib/vault/files/list-files.ts'
import { folderOf, isWithin, vaultFileName } from '#lib/vault/model/vault-path.ts'

export type Folders = ReadonlyMap<string, { items: readonly FileEntry[]; nextOffset?: number }>

export type TreeRow =
  | { kind: 'file' | 'folder'; path: string; name: string; level: number; isOpen: boolean }
  | { kind: 'more'; path: string; name: string; level: number; isOpen: false }

export function rowKey({ kind, path }: TreeRow): string {
  return `${kind} ${path}`
}

/** The drop target of a row: a file stands for its folder. */
export function folderOfRow({ kind, path }: TreeRow): string {
  return kind === 'file' ? folderOf(path) : path
}

/** The path after moving into `folder`; undefined where it is already there or cannot go. */
export function pathInFolder(path: string, folder: string): string | undefined {
  if (isWithin(folder, path) || folderOf(path) === folder) return undefined
  return folder ? `${folder}/${vaultFileName(path)}` : vaultFileName(path)
}

/** The visible rows: folders first, then files, each by name. */
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

/** Handles a key on row `at` (WAI-ARIA Authoring Practices, Tree View). */
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

/** The next row whose name starts with `letter`, wrapping around. */
function nextNamed(rows: readonly TreeRow[], at: number, letter: string): TreeMove {
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (at + step) % rows.length
    if (rows[index]?.name.toLowerCase().startsWith(letter)) return { goTo: index }
  }
  return undefined
}
