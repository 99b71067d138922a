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

const PAGE_SIZE = 200
const MAX_PAGE_ENTRIES = 10_000

type FolderPagesOptions = { root: FolderPage; list: ListFolder; onChange: (folders: Folders) => void }

/**
 * Sends one request at a time per folder, so that an older response never replaces a newer one. If the server is
 * unreachable, the listing stays.
 */
export function createFolderPages({ root, list, onChange }: FolderPagesOptions): FolderPages {
  let folders: Folders = new Map([['', root]])
  const requestQueues = new Map<string, Promise<void>>()
  /** The folders with a request that has not started yet: a second one would return nothing newer. */
  const queued = new Set<string>()

  function enqueueRequest(folder: string, request: () => Promise<void>): Promise<void> {
    const turn = (requestQueues.get(folder) ?? Promise.resolve()).then(request).catch(() => {})
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
      if (queued.has(folder)) return requestQueues.get(folder) ?? Promise.resolve()
      queued.add(folder)
      return enqueueRequest(folder, async () => {
        queued.delete(folder)
        const loadedCount = folders.get(folder)?.items.length ?? 0
        const limit = Math.min(MAX_PAGE_ENTRIES, Math.max(1, Math.ceil(loadedCount / PAGE_SIZE)) * PAGE_SIZE)
        show(folder, (await list(folder, { offset: 0, limit })).found)
      })
    },
    more: (folder) =>
      enqueueRequest(folder, async () => {
        const { items = [], nextOffset } = folders.get(folder) ?? {}
        if (nextOffset === undefined) return
        const { found } = await list(folder, { offset: nextOffset, limit: PAGE_SIZE })
        show(folder, found && { ...found, items: mergeEntries(items, found.items) })
      }),
  }
}

/** Omits entries that are shown already: a file inserted meanwhile may have moved one to the next page. */
function mergeEntries(loaded: readonly FileEntry[], next: readonly FileEntry[]): FileEntry[] {
  const loadedPaths = new Set(loaded.map(({ path }) => path))
  return [...loaded, ...next.filter(({ path }) => !loadedPaths.has(path))]
}
