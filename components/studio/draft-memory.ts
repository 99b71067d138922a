/**
 * What the browser remembers of a draft, so that neither a reload, a crash nor a lost network costs a letter.
 *
 * Two notes per person and SkillSet. `typed` is what has not been saved yet; it is in the browser's lasting storage,
 * where other tabs and the next start find it. `saved` is what this tab saw arrive: a page that was fetched a moment
 * earlier, or that the Back button brings out of the cache, is older than it. Where there is no storage, or it is
 * full, nothing is kept and nobody is disturbed.
 */
import type { Json } from '#lib/contract/json/json.ts'
import { isObject } from '#lib/contract/json/json.ts'

export type Note = { document: Json; revision: number; atMs: number }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type Stores = { typed?: Store; saved?: Store }

export type Recalled = {
  /** The newest that is known to be saved, when it is newer than the page. */
  saved?: Note
  /** Typing to take up again, and whether it was done on what is saved. */
  typed?: Note & { isCurrent: boolean }
}

export type DraftMemory = ReturnType<typeof draftMemory>

export function draftMemory(key: string, stores: Stores) {
  return {
    /** False when there is no room or no storage: then the page should warn before it is left. */
    keepTyped: (note: Note) => write(stores.typed, key, note),

    /** Takes note of a save; what was typed since, here or in another tab, stays. */
    noteSaved(note: Note) {
      write(stores.saved, key, note)
      const typed = read(stores.typed, key)
      if (typed && isSame(typed.document, note.document)) remove(stores.typed, key)
    },

    forgetTyped: () => remove(stores.typed, key),

    /** What is remembered and not in `page`. */
    recall(page: { document: Json; revision: number }): Recalled {
      const seen = read(stores.saved, key)
      const saved = seen && seen.revision > page.revision ? seen : undefined
      const base = saved ?? page
      const typed = read(stores.typed, key)
      if (!typed || isSame(typed.document, base.document)) return { saved }
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
    // It stays, and is compared with what is saved at the next start.
  }
}

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
