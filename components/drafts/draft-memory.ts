/**
 * Stores drafts in the browser, so that a crash loses nothing. `typed` contains unsaved edits, in local storage.
 * `saved` is this tab's last save: a page from the Back cache may be older.
 */
import { isIdenticalJson, isObject, type Json } from '#lib/kernel/json/json.ts'

type Note = { document: Json; revision: number; atMs: number }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type DraftStorages = { typed?: Store; saved?: Store }

type Recalled = {
  saved?: Note
  /** `isCurrent`: based on the saved revision. */
  typed?: Note & { isCurrent: boolean }
}

export type DraftMemory = ReturnType<typeof draftMemory>

export function draftMemory(key: string, stores: DraftStorages) {
  return {
    /** Returns false if the page should warn before unloading. */
    keepTyped: (note: Note) => write(stores.typed, key, note),

    noteSaved(note: Note) {
      write(stores.saved, key, note)
      const typed = read(stores.typed, key)
      if (typed && isIdenticalJson(typed.document, note.document)) remove(stores.typed, key)
    },

    forgetTyped: () => remove(stores.typed, key),

    recall(page: { document: Json; revision: number }): Recalled {
      const seen = read(stores.saved, key)
      const saved = seen && seen.revision > page.revision ? seen : undefined
      const base = saved ?? page
      const typed = read(stores.typed, key)
      if (!typed || isIdenticalJson(typed.document, base.document)) return { saved }
      return { saved, typed: { ...typed, isCurrent: typed.revision >= base.revision } }
    },
  }
}

function read(store: Store | undefined, key: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    if (!isObject(note) || !isObject(note.document)) return undefined
    return { document: note.document, revision: Number(note.revision), atMs: Number(note.atMs) }
  } catch {
    return undefined
  }
}

function write(store: Store | undefined, key: string, note: Note): boolean {
  try {
    store?.setItem(key, JSON.stringify(note))
    return store !== undefined
  } catch {
    return false
  }
}

function remove(store: Store | undefined, key: string): void {
  try {
    store?.removeItem(key)
  } catch {
    // The next start compares it with the saved document.
  }
}
