/** What was asked for of each folder, kept as the server last told it. Pure but for `list`. */
import type { FileEntry } from '#lib/vault/list-files.ts'
import type { Folders } from './tree-rows.ts'
import type { FolderPage } from './vault-actions.ts'

/** `found` is null for a folder that is not there. Rejects when the server cannot be reached. */
export type ListFolder = (
  folder: string,
  page: { offset: number; limit: number },
) => Promise<{ found: FolderPage | null }>

export type FolderPages = {
  /** Shows a folder, or looks again at as much of it as is shown. */
  look: (folder: string) => Promise<void>
  /** Shows the next page, where there is one. */
  more: (folder: string) => Promise<void>
}

/** Of entries, as many as the page comes with. */
const PAGE = 200
/** What the server gives at once. */
const MOST = 10_000

type Wanted = { root: FolderPage; list: ListFolder; onChange: (folders: Folders) => void }

/**
 * One question at a time for each folder, so that an answer is never older than the one before it. When the server
 * cannot be reached, what is shown stays.
 */
export function keepFolderPages({ root, list, onChange }: Wanted): FolderPages {
  let folders: Folders = new Map([['', root]])
  const turns = new Map<string, Promise<void>>()
  /** Those that nobody has begun to look at: one more look would see no more. */
  const waiting = new Set<string>()

  function inTurn(folder: string, work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(folder) ?? Promise.resolve()).then(work).catch(() => {})
    turns.set(folder, turn)
    return turn
  }

  function show(folder: string, page: FolderPage | null) {
    const next = new Map(folders)
    if (page) next.set(folder, page)
    else next.delete(folder)
    folders = next
    onChange(folders)
  }

  return {
    look(folder) {
      if (waiting.has(folder)) return turns.get(folder) ?? Promise.resolve()
      waiting.add(folder)
      return inTurn(folder, async () => {
        waiting.delete(folder)
        const shown = folders.get(folder)?.items.length ?? 0
        const limit = Math.min(MOST, Math.max(1, Math.ceil(shown / PAGE)) * PAGE)
        show(folder, (await list(folder, { offset: 0, limit })).found)
      })
    },
    more: (folder) =>
      inTurn(folder, async () => {
        const { items = [], nextOffset } = folders.get(folder) ?? {}
        if (nextOffset === undefined) return
        const { found } = await list(folder, { offset: nextOffset, limit: PAGE })
        show(folder, found && { ...found, items: together(items, found.items) })
      }),
  }
}

/** A file that came before them meanwhile has moved one of the first page into the second. */
function together(shown: readonly FileEntry[], next: readonly FileEntry[]): FileEntry[] {
  const known = new Set(shown.map(({ path }) => path))
  return [...shown, ...next.filter(({ path }) => !known.has(path))]
}
