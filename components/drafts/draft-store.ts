/**
 * Every edit is stored in the browser first. One save runs at a time; a failed save is retried. The store
 * outlives renders, so that a save can be awaited.
 */

import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import type { Json } from '#lib/json/json.ts'
import type { DraftMemory } from './draft-memory.ts'
import {
  type DraftChange,
  type DraftSaveState,
  draftReducer,
  isUnsaved,
  type OpenedDraft,
  openState,
} from './draft-state.ts'

export const SAVE_AFTER_MS = 700
export const RETRY_AFTER_MS = 5_000
const SEND_AFTER_MS: Partial<Record<DraftSaveState['kind'], number>> = {
  waiting: SAVE_AFTER_MS,
  failed: RETRY_AFTER_MS,
}
// An earlier text was saved, so the current edits are still unsaved.
const NOT_THIS_ONE = -1

export type DraftSaveResult = Omit<OpenedDraft, 'document' | 'savedBy'>

export type DraftStoreOptions = {
  /** Documents are sent as text, because server action serialisation would alter some values. */
  save: (text: string, revision: number) => Promise<ActionResult<DraftSaveResult>>
  load: () => Promise<ActionResult<Omit<OpenedDraft, 'document'> & { text: string }>>
  memory: DraftMemory
  now: () => number
}

export type DraftStore = ReturnType<typeof openDraft>

export function openDraft(page: OpenedDraft, { save, load, memory, now }: DraftStoreOptions) {
  let state = openState(page)
  let isStoredLocally = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingSave: Promise<void> | undefined
  // Sent but not answered: it may have been saved.
  let lastSent: string | undefined
  const listeners = new Set<() => void>()

  function dispatch(change: DraftChange) {
    state = draftReducer(state, change)
    clearTimeout(timer)
    const waitMs = SEND_AFTER_MS[state.save.kind]
    if (waitMs !== undefined && isUnsaved(state)) timer = setTimeout(send, waitMs)
    for (const listener of listeners) listener()
  }

  function edit(change: (document: Json) => Json) {
    const before = state.edits
    dispatch({ do: 'edit', change })
    if (state.edits !== before) storeLocally()
  }

  function storeLocally() {
    const { document, revision } = state
    isStoredLocally = memory.keepTyped({ document, revision, atMs: now() })
  }

  function send(): Promise<void> {
    pendingSave ??= sendOnce().finally(() => {
      pendingSave = undefined
    })
    return pendingSave
  }

  async function sendOnce(): Promise<void> {
    const { edits, document, revision } = state
    const text = JSON.stringify(document)
    const unanswered = lastSent
    lastSent = text
    dispatch({ do: 'send' })
    const answer = await attemptAction(() => save(text, revision))
    if (answer.ok) arrived(edits, document, answer.data)
    else if (answer.error.code === 'CONFLICT') await collided(edits, [text, unanswered])
    else fail(answer.error)
  }

  function fail({ message, code }: { message: string; code: string }) {
    dispatch({ do: 'fail', message, isSignedOut: code === 'UNAUTHENTICATED' })
  }

  function arrived(edits: number, document: Json, saved: DraftSaveResult) {
    lastSent = undefined
    memory.noteSaved({ document, revision: saved.revision, atMs: saved.savedAtMs })
    dispatch({ do: 'arrive', edits, ...saved })
    // Edits made during the save are based on the new revision.
    if (isUnsaved(state)) storeLocally()
  }

  async function collided(edits: number, ours: (string | undefined)[]): Promise<void> {
    const answer = await attemptAction(load)
    if (!answer.ok) return fail(answer.error)
    const { text, savedBy, ...saved } = answer.data
    const document = JSON.parse(text) as Json
    const stored = JSON.stringify(document)
    if (!ours.includes(stored)) return dispatch({ do: 'collide', theirs: { ...saved, savedBy, document } })
    // This tab's save succeeded and only the response was lost.
    arrived(stored === ours[0] ? edits : NOT_THIS_ONE, document, saved)
  }

  /** Validates a restored document; edits made during the request trigger their own validation. */
  async function refresh(): Promise<void> {
    const answer = await attemptAction(load)
    if (!answer.ok || isUnsaved(state) || pendingSave) return
    const { text, savedBy: _, savedAtMs, ...stored } = answer.data
    dispatch({ do: 'catch up', ...stored, document: JSON.parse(text) as Json, atMs: savedAtMs })
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit,

    async flush(): Promise<boolean> {
      while (isUnsaved(state) || pendingSave) {
        if (state.save.kind === 'conflict') return false
        await send()
        if (state.save.kind === 'failed') return false
      }
      return true
    },

    restore() {
      if (isUnsaved(state)) return
      const { saved, typed } = memory.recall(page)
      if (saved) {
        dispatch({ do: 'catch up', ...saved })
        void refresh()
      }
      if (!typed) return memory.forgetTyped()
      dispatch({ do: 'restore', document: typed.document, atMs: typed.atMs })
      if (!typed.isCurrent) {
        const { document, revision } = saved ?? page
        dispatch({ do: 'collide', theirs: { ...page, document, revision } })
      }
    },

    forget() {
      const { document } = memory.recall(page).saved ?? page
      edit(() => document)
      dispatch({ do: 'dismiss' })
    },
    dismiss: () => dispatch({ do: 'dismiss' }),
    keepMine: () => dispatch({ do: 'keep' }),
    takeTheirs() {
      dispatch({ do: 'take' })
      memory.forgetTyped()
    },
    retry: () => void send(),

    isAtRisk: () => isUnsaved(state) && !isStoredLocally,
  }
}

const UNREACHABLE: PublicError = {
  code: 'TOOL_NOT_AVAILABLE',
  message: 'The server cannot be reached.',
  recoverable: true,
}

export async function attemptAction<T>(call: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await call()
  } catch {
    return { ok: false, error: UNREACHABLE }
  }
}
