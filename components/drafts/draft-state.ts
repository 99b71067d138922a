/** The state of an open draft. A save carries the number of edits it started with, so that later edits stay unsaved. */
import type { Json } from '#lib/kernel/json/json.ts'
import type { Inspection } from '#lib/publishing/drafts/inspect-document.ts'

export type OpenedDraft = Inspection & {
  document: Json
  revision: number
  slug: string
  savedAtMs: number
  savedBy: string
  /** For SkillSets: what the skills called by each skill may cost per test run, in USDC by slug. */
  callPrices?: Record<string, string>
}

export type DraftSaveState =
  | { kind: 'saved'; atMs: number }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'failed'; message: string; isSignedOut: boolean }
  /** Saving is paused until the user has chosen a version. */
  | { kind: 'conflict'; theirs: OpenedDraft }

export type DraftState = Inspection & {
  document: Json
  revision: number
  slug: string
  callPrices?: Record<string, string>
  /** The number of edits since the draft was opened. */
  edits: number
  /** How many of them are saved: the draft has unsaved changes while the two differ. */
  savedEdits: number
  save: DraftSaveState
  /** Set while unsaved changes of an earlier visit, which this browser remembered, are shown. */
  restoredAtMs?: number
}

export type DraftChange =
  | { kind: 'edit'; change: (document: Json) => Json }
  | ({ kind: 'adoptSaved'; document: Json; revision: number; atMs: number } & Partial<
      Inspection & { slug: string }
    >)
  | { kind: 'restore'; document: Json; atMs: number }
  | { kind: 'saveStarted' }
  | ({ kind: 'saveSucceeded'; edits: number } & Omit<OpenedDraft, 'document' | 'savedBy'>)
  | { kind: 'saveFailed'; message: string; isSignedOut: boolean }
  | { kind: 'conflictFound'; theirs: OpenedDraft }
  /** Keeps the user's version: the next save is based on the revision of the other. */
  | { kind: 'keepMine' }
  | { kind: 'takeTheirs' }
  | { kind: 'dismissRestored' }

export function openState({ savedAtMs, savedBy: _, ...stored }: OpenedDraft): DraftState {
  return { ...stored, edits: 0, savedEdits: 0, save: { kind: 'saved', atMs: savedAtMs } }
}

export function isUnsaved({ edits, savedEdits }: DraftState): boolean {
  return edits !== savedEdits
}

export function draftReducer(state: DraftState, change: DraftChange): DraftState {
  switch (change.kind) {
    case 'edit':
      return applyEdit(state, change.change(state.document))
    case 'adoptSaved': {
      const { kind: _, atMs, ...stored } = change
      return { ...state, ...stored, save: { kind: 'saved', atMs } }
    }
    case 'restore':
      return { ...applyEdit(state, change.document), restoredAtMs: change.atMs }
    case 'saveStarted':
      return { ...state, save: { kind: 'saving' } }
    case 'saveSucceeded': {
      const { kind: _, edits, savedAtMs, ...stored } = change
      const save: DraftSaveState =
        edits === state.edits ? { kind: 'saved', atMs: savedAtMs } : { kind: 'waiting' }
      return { ...state, ...stored, savedEdits: edits, save }
    }
    case 'saveFailed': {
      const { message, isSignedOut } = change
      return { ...state, save: { kind: 'failed', message, isSignedOut } }
    }
    case 'conflictFound':
      return { ...state, save: { kind: 'conflict', theirs: change.theirs } }
    case 'keepMine': {
      if (state.save.kind !== 'conflict') return state
      const { revision } = state.save.theirs
      return { ...state, revision, edits: state.edits + 1, save: { kind: 'waiting' } }
    }
    case 'takeTheirs':
      return state.save.kind === 'conflict' ? withTheirDraft(state, state.save.theirs) : state
    case 'dismissRestored':
      return { ...state, restoredAtMs: undefined }
  }
}

function applyEdit(state: DraftState, document: Json): DraftState {
  if (document === state.document) return state
  // A conflict waits for the user, and a save for its response.
  const isSaveBlocked = state.save.kind === 'conflict' || state.save.kind === 'saving'
  return {
    ...state,
    document,
    edits: state.edits + 1,
    save: isSaveBlocked ? state.save : { kind: 'waiting' },
  }
}

function withTheirDraft(state: DraftState, { savedAtMs, savedBy: _, ...theirs }: OpenedDraft): DraftState {
  const save: DraftSaveState = { kind: 'saved', atMs: savedAtMs }
  return { ...state, ...theirs, savedEdits: state.edits, restoredAtMs: undefined, save }
}
