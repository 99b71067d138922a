/** Caches folder listings as last returned by the server. */
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import type { FolderPage } from '../vault-actions.ts'
import type { Folders } from './tree-rows.ts'

/** `found` is null if the folder does not exist. Rejects when the server is unreachable. */
export type ListFolder = (
  folder: string,
  page: { offset: number; limit: number },
) => Promise<{ found: FolderPage | null }>

type FolderPages = {
  load: (folder: string) => Promise<void>
  more: (folder: string) => Promise<void>
}

const PAGE = 200
const MAX_PAGE_ENTRIES = 10_000

type Wanted = { root: FolderPage; list: ListFolder; onChange: (folders: Folders) => void }

/**
 * Sends one request at a time per folder, so that an older response never replaces a newer one. If the server is
 * unreachable, the listing stays.
 */
export function createFolderPages({ root, list, onChange }: Wanted): FolderPages {
  let folders: Folders = new Map([['', root]])
  const requestQueues = new Map<string, Promise<void>>()
  /** Requests not yet started: another one would return nothing newer. */
  const waiting = new Set<string>()

  function enqueueRequest(folder: string, work: () => Promise<void>): Promise<void> {
    const turn = (requestQueues.get(folder) ?? Promise.resolve()).then(work).catch(() => {})
    requestQueues.set(folder, turn)
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
    load(folder) {
      if (waiting.has(folder)) return requestQueues.get(folder) ?? Promise.resolve()
      waiting.add(folder)
      return enqueueRequest(folder, async () => {
        waiting.delete(folder)
        const shown = folders.get(folder)?.items.length ?? 0
        const limit = Math.min(MAX_PAGE_ENTRIES, Math.max(1, Math.ceil(shown / PAGE)) * PAGE)
        show(folder, (await list(folder, { offset: 0, limit })).found)
      })
    },
    more: (folder) =>
      enqueueRequest(folder, async () => {
        const { items = [], nextOffset } = folders.get(folder) ?? {}
        if (nextOffset === undefined) return
        const { found } = await list(folder, { offset: nextOffset, limit: PAGE })
        show(folder, found && { ...found, items: mergeEntries(items, found.items) })
      }),
  }
}

/** A file inserted in the meantime may have moved an entry from the first page to the second. */
function mergeEntries(shown: readonly FileEntry[], next: readonly FileEntry[]): FileEntry[] {
  const known = new Set(shown.map(({ path }) => path))
  return [...shown, ...next.filter(({ path }) => !known.has(path))]
}
