/**
 * An open draft outside React. Edits are stored in the browser first, then saved by one request at a time; a failed save
 * is tried again.
 */

import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { attemptAction } from '../ui/use-action.ts'
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
const SEND_DELAYS_MS: Partial<Record<DraftSaveState['kind'], number>> = {
  waiting: SAVE_AFTER_MS,
  failed: RETRY_AFTER_MS,
}
const UNKNOWN_EDITS = -1

export type DraftSaveResult = Omit<OpenedDraft, 'document' | 'savedBy'>

export type DraftStoreOptions = {
  /** Saves the document as text, because server actions would alter some values. */
  save: (text: string, revision: number) => Promise<ActionResult<DraftSaveResult>>
  load: () => Promise<ActionResult<Omit<OpenedDraft, 'document'> & { text: string }>>
  memory: DraftMemory
  now: () => number
}

/** Its functions are bound, because components pass them on as props. */
export class DraftStore {
  readonly #page: OpenedDraft
  readonly #options: DraftStoreOptions
  #state
  #isStoredLocally = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #pendingSave: Promise<void> | undefined
  /** The text of a save whose response was lost; the server may have stored it. */
  #lastSent: string | undefined
  readonly #listeners = new Set<() => void>()

  constructor(page: OpenedDraft, options: DraftStoreOptions) {
    this.#page = page
    this.#options = options
    this.#state = openState(page)
  }

  get = () => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  edit = (change: (document: Json) => Json) => {
    const before = this.#state.edits
    this.#dispatch({ kind: 'edit', change })
    if (this.#state.edits !== before) this.#storeLocally()
  }

  /** Resolves with false if the draft could not be saved or is in conflict. */
  flush = async (): Promise<boolean> => {
    while (isUnsaved(this.#state) || this.#pendingSave) {
      if (this.#state.save.kind === 'conflict') return false
      await this.#send()
      if (this.#state.save.kind === 'failed') return false
    }
    return true
  }

  restore = () => {
    if (isUnsaved(this.#state)) return
    const { memory } = this.#options
    const { saved, typed } = memory.recall(this.#page)
    if (saved) {
      this.#dispatch({ kind: 'adoptSaved', ...saved })
      void this.#refresh()
    }
    if (!typed) return memory.forgetTyped()
    this.#dispatch({ kind: 'restore', document: typed.document, atMs: typed.atMs })
    if (!typed.isCurrent) {
      const { document, revision } = saved ?? this.#page
      this.#dispatch({ kind: 'conflictFound', theirs: { ...this.#page, document, revision } })
    }
  }

  forget = () => {
    const { document } = this.#options.memory.recall(this.#page).saved ?? this.#page
    this.edit(() => document)
    this.dismiss()
  }

  dismiss = () => this.#dispatch({ kind: 'dismissRestored' })

  keepMine = () => this.#dispatch({ kind: 'keepMine' })

  takeTheirs = () => {
    this.#dispatch({ kind: 'takeTheirs' })
    this.#options.memory.forgetTyped()
  }

  retry = () => void this.#send()

  isAtRisk = () => isUnsaved(this.#state) && !this.#isStoredLocally

  #dispatch(change: DraftChange): void {
    this.#state = draftReducer(this.#state, change)
    clearTimeout(this.#timer)
    const waitMs = SEND_DELAYS_MS[this.#state.save.kind]
    if (waitMs !== undefined && isUnsaved(this.#state))
      this.#timer = setTimeout(() => void this.#send(), waitMs)
    for (const listener of this.#listeners) listener()
  }

  #storeLocally(): void {
    const { document, revision } = this.#state
    const { memory, now } = this.#options
    this.#isStoredLocally = memory.keepTyped({ document, revision, atMs: now() })
  }

  #send(): Promise<void> {
    this.#pendingSave ??= this.#sendOnce().finally(() => {
      this.#pendingSave = undefined
    })
    return this.#pendingSave
  }

  async #sendOnce(): Promise<void> {
    const { edits, document, revision } = this.#state
    const text = JSON.stringify(document)
    const unanswered = this.#lastSent
    this.#lastSent = text
    this.#dispatch({ kind: 'saveStarted' })
    const result = await attemptAction(() => this.#options.save(text, revision))
    if (result.ok) this.#finishSave(edits, document, result.data)
    else if (result.error.code === 'CONFLICT') await this.#resolveConflict(edits, [text, unanswered])
    else this.#fail(result.error)
  }

  #fail({ message, code }: Pick<PublicError, 'message' | 'code'>): void {
    this.#dispatch({ kind: 'saveFailed', message, isSignedOut: code === 'UNAUTHENTICATED' })
  }

  #finishSave(edits: number, document: Json, saved: DraftSaveResult): void {
    this.#lastSent = undefined
    const { revision, savedAtMs: atMs } = saved
    this.#options.memory.noteSaved({ document, revision, atMs })
    this.#dispatch({ kind: 'saveSucceeded', edits, ...saved })
    if (isUnsaved(this.#state)) this.#storeLocally()
  }

  async #resolveConflict(edits: number, ours: (string | undefined)[]): Promise<void> {
    const result = await attemptAction(this.#options.load)
    if (!result.ok) return this.#fail(result.error)
    const { text, savedBy, ...saved } = result.data
    const document = JSON.parse(text) as Json
    const stored = JSON.stringify(document)
    if (!ours.includes(stored))
      return this.#dispatch({ kind: 'conflictFound', theirs: { ...saved, savedBy, document } })
    // The server has the text; only the response was lost.
    this.#finishSave(stored === ours[0] ? edits : UNKNOWN_EDITS, document, saved)
  }

  /** Loads the checks of the saved draft, unless edits have been made since, which load their own. */
  async #refresh(): Promise<void> {
    const result = await attemptAction(this.#options.load)
    if (!result.ok || isUnsaved(this.#state) || this.#pendingSave) return
    const { text, savedBy: _, savedAtMs, ...stored } = result.data
    this.#dispatch({ kind: 'adoptSaved', ...stored, document: JSON.parse(text) as Json, atMs: savedAtMs })
  }
}
