/** A save carries the `edits` count it started with; later edits stay unsaved. */
import type { Json } from '#lib/kernel/json/json.ts'
import type { Inspection } from '#lib/publishing/drafts/inspect-document.ts'

export type OpenedDraft = Inspection & {
  document: Json
  revision: number
  slug: string
  savedAtMs: number
  savedBy: string
  /** Of SkillSets: what the skills called by each skill may cost per test run, in USDC by slug. */
  callPrices?: Record<string, string>
}

export type DraftSaveState =
  | { kind: 'saved'; atMs: number }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'failed'; message: string; isSignedOut: boolean }
  /** Saving is paused until the user chooses. */
  | { kind: 'conflict'; theirs: OpenedDraft }

export type DraftState = Inspection & {
  document: Json
  revision: number
  slug: string
  callPrices?: Record<string, string>
  edits: number
  savedEdits: number
  save: DraftSaveState
  restoredAtMs?: number
}

export type DraftChange =
  | { do: 'edit'; change: (document: Json) => Json }
  | ({ do: 'catch up'; document: Json; revision: number; atMs: number } & Partial<
      Inspection & { slug: string }
    >)
  | { do: 'restore'; document: Json; atMs: number }
  | { do: 'send' }
  | ({ do: 'arrive'; edits: number } & Omit<OpenedDraft, 'document' | 'savedBy'>)
  | { do: 'fail'; message: string; isSignedOut: boolean }
  | { do: 'collide'; theirs: OpenedDraft }
  /** Bases the next save on the other revision. */
  | { do: 'keep' }
  | { do: 'take' }
  | { do: 'dismiss' }

export function openState({ savedAtMs, savedBy: _, ...stored }: OpenedDraft): DraftState {
  return { ...stored, edits: 0, savedEdits: 0, save: { kind: 'saved', atMs: savedAtMs } }
}

export function isUnsaved({ edits, savedEdits }: DraftState): boolean {
  return edits !== savedEdits
}

export function draftReducer(state: DraftState, change: DraftChange): DraftState {
  switch (change.do) {
    case 'edit':
      return applyEdit(state, change.change(state.document))
    case 'catch up': {
      const { do: _, atMs, ...stored } = change
      return { ...state, ...stored, save: { kind: 'saved', atMs } }
    }
    case 'restore':
      return { ...applyEdit(state, change.document), restoredAtMs: change.atMs }
    case 'send':
      return { ...state, save: { kind: 'saving' } }
    case 'arrive': {
      const { do: _, edits, savedAtMs, ...stored } = change
      const save: DraftSaveState =
        edits === state.edits ? { kind: 'saved', atMs: savedAtMs } : { kind: 'waiting' }
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
      return state.save.kind === 'conflict' ? withTheirDraft(state, state.save.theirs) : state
    case 'dismiss':
      return { ...state, restoredAtMs: undefined }
  }
}

function applyEdit(state: DraftState, document: Json): DraftState {
  if (document === state.document) return state
  // The user must resolve a conflict; a save awaits its response.
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
