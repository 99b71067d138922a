/**
 * Stores drafts in the browser, so that a crash loses nothing. `typed` contains unsaved edits, in local storage.
 * `saved` is this tab's last save: a page from the Back cache may be older.
 */
import { isIdenticalJson, isObject, type Json } from '#lib/kernel/json/json.ts'

type StoredDraft = { document: Json; revision: number; atMs: number }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type DraftStorages = { typed?: Store; saved?: Store }

type Recalled = {
  saved?: StoredDraft
  /** `isCurrent` tells whether the edits are based on the saved revision. */
  typed?: StoredDraft & { isCurrent: boolean }
}

export type DraftMemory = ReturnType<typeof createDraftMemory>

export function createDraftMemory(key: string, stores: DraftStorages) {
  return {
    /** Stores typed text. Returns false if it could not be stored, so that the page should warn before it is closed. */
    keepTyped: (draft: StoredDraft) => write(stores.typed, key, draft),

    noteSaved(draft: StoredDraft) {
      write(stores.saved, key, draft)
      const typed = read(stores.typed, key)
      if (typed && isIdenticalJson(typed.document, draft.document)) remove(stores.typed, key)
    },

    forgetTyped: () => remove(stores.typed, key),

    recall(page: { document: Json; revision: number }): Recalled {
      const lastSaved = read(stores.saved, key)
      const saved = lastSaved && lastSaved.revision > page.revision ? lastSaved : undefined
      const base = saved ?? page
      const typed = read(stores.typed, key)
      if (!typed || isIdenticalJson(typed.document, base.document)) return { saved }
      return { saved, typed: { ...typed, isCurrent: typed.revision >= base.revision } }
    },
  }
}

function read(store: Store | undefined, key: string): StoredDraft | undefined {
  try {
    const draft: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    if (!isObject(draft) || !isObject(draft.document)) return undefined
    return { document: draft.document, revision: Number(draft.revision), atMs: Number(draft.atMs) }
  } catch {
    return undefined
  }
}

function write(store: Store | undefined, key: string, draft: StoredDraft): boolean {
  try {
    store?.setItem(key, JSON.stringify(draft))
    return store !== undefined
  } catch {
    return false
  }
}

function remove(store: Store | undefined, key: string): void {
  try {
    store?.removeItem(key)
  } catch {
    // A draft that cannot be removed does no harm: the next start compares it with the saved document.
  }
}
