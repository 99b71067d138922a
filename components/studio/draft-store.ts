/**
 * The open draft: edits at once, saves soon after, loses nothing.
 *
 * Every edit is noted in the browser before anything else. One save is under way at a time; after a failure the
 * next try comes by itself. A store outlives renders, so that a save can be awaited.
 */
import type { Json } from '#lib/contract/json/json.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { attempt } from './attempt.ts'
import type { DraftMemory } from './draft-memory.ts'
import {
  type DraftChange,
  draftReducer,
  isUnsaved,
  openState,
  type SaveState,
  type StoredDraft,
} from './draft-state.ts'

export const SAVE_AFTER_MS = 700
export const RETRY_AFTER_MS = 5_000
const SEND_AFTER_MS: Partial<Record<SaveState['kind'], number>> = {
  waiting: SAVE_AFTER_MS,
  failed: RETRY_AFTER_MS,
}
// An earlier text arrived, so what is in the editor has not.
const NOT_THIS_ONE = -1

export type SavedDraft = Omit<StoredDraft, 'document' | 'savedBy'>

export type DraftDoors = {
  /** Documents travel as text: it keeps what the border to the server would bend. */
  save: (text: string, revision: number) => Promise<ActionResult<SavedDraft>>
  /** The draft as it is stored now. */
  load: () => Promise<ActionResult<Omit<StoredDraft, 'document'> & { text: string }>>
  memory: DraftMemory
  now: () => number
}

export type DraftStore = ReturnType<typeof openDraft>

export function openDraft(page: StoredDraft, { save, load, memory, now }: DraftDoors) {
  let state = openState(page)
  let isKept = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined
  // Sent, but never answered: it may have arrived.
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
    if (state.edits !== before) keep()
  }

  function keep() {
    const { document, revision } = state
    isKept = memory.keepTyped({ document, revision, atMs: now() })
  }

  function send(): Promise<void> {
    underWay ??= sendOnce().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function sendOnce(): Promise<void> {
    const { edits, document, revision } = state
    const text = JSON.stringify(document)
    const unanswered = lastSent
    lastSent = text
    dispatch({ do: 'send' })
    const answer = await attempt(() => save(text, revision))
    if (answer.ok) arrived(edits, document, answer.data)
    else if (answer.error.code === 'CONFLICT') await collided(edits, [text, unanswered])
    else fail(answer.error)
  }

  function fail({ message, code }: { message: string; code: string }) {
    dispatch({ do: 'fail', message, isSignedOut: code === 'UNAUTHENTICATED' })
  }

  function arrived(edits: number, document: Json, saved: SavedDraft) {
    lastSent = undefined
    memory.noteSaved({ document, revision: saved.revision, atMs: saved.savedAtMs })
    dispatch({ do: 'arrive', edits, ...saved })
    // What was typed meanwhile stands on the new revision.
    if (isUnsaved(state)) keep()
  }

  async function collided(edits: number, ours: (string | undefined)[]): Promise<void> {
    const answer = await attempt(load)
    if (!answer.ok) return fail(answer.error)
    const { text, savedBy, ...saved } = answer.data
    const document = JSON.parse(text) as Json
    const stored = JSON.stringify(document)
    if (!ours.includes(stored)) return dispatch({ do: 'collide', theirs: { ...saved, savedBy, document } })
    // Our own save arrived and only its answer was lost: nobody else was there.
    arrived(stored === ours[0] ? edits : NOT_THIS_ONE, document, saved)
  }

  /** Asks what is wrong with a document that was remembered; what is typed meanwhile asks for itself. */
  async function refresh(): Promise<void> {
    const answer = await attempt(load)
    if (!answer.ok || isUnsaved(state) || underWay) return
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

    /** Saves what is not saved, now. False when it could not be. */
    async flush(): Promise<boolean> {
      while (isUnsaved(state) || underWay) {
        if (state.save.kind === 'conflict') return false
        await send()
        if (state.save.kind === 'failed') return false
      }
      return true
    },

    /** Takes up what the page does not know: what this tab saved since, and what was typed before a crash. */
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

    /** Back to what is saved, instead of what was restored. */
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

    /** True while leaving the page would lose something. */
    isAtRisk: () => isUnsaved(state) && !isKept,
  }
}
