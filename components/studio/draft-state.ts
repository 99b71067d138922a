/**
 * The document being written and how far its saving has come: one reducer, no clock and no network.
 *
 * Every edit raises `edits`. What a save carried is named by the count it started with, so typing that goes on
 * while a save is under way stays unsaved until its own save.
 */
import type { Json } from '#lib/contract/json/json.ts'
import type { Inspection } from '#lib/studio/inspect-document.ts'

/** A draft as the server holds it. */
export type StoredDraft = Inspection & {
  document: Json
  revision: number
  /** The slug in its address, which follows the document's when it can. */
  slug: string
  savedAtMs: number
  savedBy: string
}

export type SaveState =
  | { kind: 'saved'; atMs: number }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** It will be tried again; what was typed is in the browser's own storage meanwhile. */
  | { kind: 'failed'; message: string; isSignedOut: boolean }
  /** Somebody else saved: nothing is sent before a person has chosen. */
  | { kind: 'conflict'; theirs: StoredDraft }

export type DraftState = Inspection & {
  document: Json
  /** The revision that the next save is made from. */
  revision: number
  slug: string
  edits: number
  /** `edits` as of the last save that arrived. */
  savedEdits: number
  save: SaveState
  /** When the typing was done that was taken up again from the browser's storage. */
  restoredAtMs?: number
}

export type DraftChange =
  | { do: 'edit'; change: (document: Json) => Json }
  /** The page is older than what this tab has saved. */
  | ({ do: 'catch up'; document: Json; revision: number; atMs: number } & Partial<
      Inspection & { slug: string }
    >)
  | { do: 'restore'; document: Json; atMs: number }
  | { do: 'send' }
  | ({ do: 'arrive'; edits: number } & Omit<StoredDraft, 'document' | 'savedBy'>)
  | { do: 'fail'; message: string; isSignedOut: boolean }
  | { do: 'collide'; theirs: StoredDraft }
  /** Ours over theirs: the next save is made from their revision. */
  | { do: 'keep' }
  /** Theirs over ours. */
  | { do: 'take' }
  | { do: 'dismiss' }

export function openState({ savedAtMs, savedBy: _, ...stored }: StoredDraft): DraftState {
  return { ...stored, edits: 0, savedEdits: 0, save: { kind: 'saved', atMs: savedAtMs } }
}

export function isUnsaved({ edits, savedEdits }: DraftState): boolean {
  return edits !== savedEdits
}

export function draftReducer(state: DraftState, change: DraftChange): DraftState {
  switch (change.do) {
    case 'edit':
      return edited(state, change.change(state.document))
    case 'catch up': {
      const { do: _, atMs, ...stored } = change
      return { ...state, ...stored, save: { kind: 'saved', atMs } }
    }
    case 'restore':
      return { ...edited(state, change.document), restoredAtMs: change.atMs }
    case 'send':
      return { ...state, save: { kind: 'saving' } }
    case 'arrive': {
      const { do: _, edits, savedAtMs, ...stored } = change
      const save: SaveState = edits === state.edits ? { kind: 'saved', atMs: savedAtMs } : { kind: 'waiting' }
      return { ...state, ...stored, savedEdits: edits, save }
    }
    case 'fail': {
      const { message, isSignedOut } = change
      return { ...state, save: { kind: 'failed', message, isSignedOut } }
    }
    case 'collide':
      return { ...state, save: { kind: 'conflict', theirs: change.theirs } }
    case 'keep': {
      if (state.save.kind !== 'conflict') return state
      const { revision } = state.save.theirs
      return { ...state, revision, edits: state.edits + 1, save: { kind: 'waiting' } }
    }
    case 'take':
      return state.save.kind === 'conflict' ? taken(state, state.save.theirs) : state
    case 'dismiss':
      return { ...state, restoredAtMs: undefined }
  }
}

function edited(state: DraftState, document: Json): DraftState {
  if (document === state.document) return state
  // A conflict stays until it is settled, and a save under way until it is answered.
  const isHeld = state.save.kind === 'conflict' || state.save.kind === 'saving'
  return { ...state, document, edits: state.edits + 1, save: isHeld ? state.save : { kind: 'waiting' } }
}

function taken(state: DraftState, { savedAtMs, savedBy: _, ...theirs }: StoredDraft): DraftState {
  const save: SaveState = { kind: 'saved', atMs: savedAtMs }
  return { ...state, ...theirs, savedEdits: state.edits, restoredAtMs: undefined, save }
}
