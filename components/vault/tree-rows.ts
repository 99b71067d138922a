/** The tree of files as rows: which are seen, and where a key goes from each. Pure. */

import { folderOf, isWithin, nameOf } from '#lib/contract/vault/vault-path.ts'
import type { FileEntry } from '#lib/vault/list-files.ts'

/** Entries by folder, as far as they were asked for; "" is the vault itself. */
export type Folders = ReadonlyMap<string, { items: readonly FileEntry[]; nextOffset?: number }>

export type TreeRow =
  | { kind: 'file' | 'folder'; path: string; name: string; level: number; isOpen: boolean }
  /** More of the folder `path` is to be had. */
  | { kind: 'more'; path: string; name: string; level: number; isOpen: false }

/** What a row is known by, while others come and go. */
export function rowKey({ kind, path }: TreeRow): string {
  return `${kind} ${path}`
}

/** The folder that is meant by what is dropped on a row: a file stands for the one it is in. */
export function folderOfRow({ kind, path }: TreeRow): string {
  return kind === 'file' ? folderOf(path) : path
}

/** Where `path` is once it was put into `folder`; undefined where it cannot go, or is. */
export function placeInFolder(path: string, folder: string): string | undefined {
  if (isWithin(folder, path) || folderOf(path) === folder) return undefined
  return folder ? `${folder}/${nameOf(path)}` : nameOf(path)
}

/** What is seen, from top to bottom: folders first, then files, each by name. */
export function treeRows(folders: Folders, open: ReadonlySet<string>, folder = '', level = 1): TreeRow[] {
  const { items = [], nextOffset } = folders.get(folder) ?? {}
  const rows = items.toSorted(byKindAndName).flatMap((entry): TreeRow[] => {
    const { kind, path } = entry
    const isOpen = kind === 'folder' && open.has(path)
    const row: TreeRow = { kind, path, name: nameOf(path), level, isOpen }
    return isOpen ? [row, ...treeRows(folders, open, path, level + 1)] : [row]
  })
  if (nextOffset === undefined) return rows
  return [...rows, { kind: 'more', path: folder, name: 'Show more', level, isOpen: false }]
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byKindAndName(left: FileEntry, right: FileEntry): number {
  if (left.kind !== right.kind) return left.kind === 'folder' ? -1 : 1
  return COLLATOR.compare(nameOf(left.path), nameOf(right.path))
}

export type TreeMove = { goTo: number } | { open: string } | { close: string } | undefined

/** What an arrow key does on row `at`. Source: WAI-ARIA Authoring Practices, Tree View. */
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

/** The next row whose name begins with a letter, round the end. */
function nextNamed(rows: readonly TreeRow[], at: number, letter: string): TreeMove {
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (at + step) % rows.length
    if (rows[index]?.name.toLowerCase().startsWith(letter)) return { goTo: index }
  }
  return undefined
}
