'use client'

import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Issue } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { browserStorage } from '../../../browser/browser-storage.ts'
import { draftMemory } from '../../../drafts/draft-memory.ts'
import { useDraftAutosave } from '../../../drafts/draft-save-status.tsx'
import type { DraftState } from '../../../drafts/draft-state.ts'
import { DraftStore } from '../../../drafts/draft-store.ts'
import { setAt } from '../../../drafts/edit-document.ts'
import type { StudioActions, StudioData } from './studio-data.ts'

type StudioContextValue = {
  data: StudioData
  actions: StudioActions
  store: DraftStore
  state: DraftState
  edit: (change: (document: Json) => Json) => void
  value: (pointer: string) => Json | undefined
  set: (pointer: string, value: Json | undefined) => void
  /** Omits errors that are not due yet. */
  errors: (pointer: string) => string[]
  problemsIn: (pointer: string) => Issue[]
  /** False for an empty field not visited yet. */
  isDue: (issue: Issue) => boolean
  touch: (pointer: string) => void
  askAll: () => void
}

const StudioContext = createContext<StudioContextValue | null>(null)

export function useStudio(): StudioContextValue {
  const studio = use(StudioContext)
  if (!studio) throw new Error('useStudio must be used inside a StudioProvider.')
  return studio
}

type ProviderProps = { data: StudioData; actions: StudioActions; children: ReactNode }

export function StudioProvider({ data, actions: given, children }: ProviderProps) {
  // Each refresh passes new functions.
  const [actions] = useState(given)
  const [store] = useState(() => open(data, actions))
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  useDraftAutosave(store)
  const { attention, touch, askAll } = useAttention()

  const studio = useMemo<StudioContextValue>(() => {
    const isDueNow = (issue: Issue) => isDue(issue, state.document, attention)
    return {
      data,
      actions,
      store,
      state,
      edit: store.edit,
      value: (pointer) => valueAt(state.document, pointer),
      set: (pointer, value) => store.edit((document) => setAt(document, pointer, value)),
      errors: (pointer) =>
        state.issues
          .filter((issue) => issue.path === pointer && isDueNow(issue))
          .map(({ message }) => message),
      problemsIn: (pointer) =>
        state.issues.filter(
          (issue) => isDueNow(issue) && (issue.path === pointer || issue.path.startsWith(`${pointer}/`)),
        ),
      isDue: isDueNow,
      touch,
      askAll,
    }
  }, [data, actions, store, state, attention, touch, askAll])
  return <StudioContext value={studio}>{children}</StudioContext>
}

export type Attention = {
  markTouched: ReadonlySet<string>
  isAsked: boolean
}

function useAttention() {
  const [attention, setAttention] = useState<Attention>({ markTouched: new Set(), isAsked: false })
  const touch = useCallback((pointer: string) => setAttention((now) => touched(now, pointer)), [])
  const askAll = useCallback(() => setAttention((now) => (now.isAsked ? now : { ...now, isAsked: true })), [])
  return { attention, touch, askAll }
}

function touched(now: Attention, pointer: string): Attention {
  return now.markTouched.has(pointer) ? now : { ...now, markTouched: new Set([...now.markTouched, pointer]) }
}

function open({ draft: { text, ...draft }, viewerId, skillSetId }: StudioData, actions: StudioActions) {
  const page = { ...draft, document: JSON.parse(text) as Json }
  const memory = draftMemory(`guildhall-draft:${viewerId}:${skillSetId}`, {
    typed: browserStorage('localStorage'),
    saved: browserStorage('sessionStorage'),
  })
  return new DraftStore(page, { save: actions.save, load: actions.load, memory, now: Date.now })
}

/** Visiting a field or running the checklist makes it due; an invalid value always is. */
export function isDue(
  { path }: Issue,
  document: Json,
  { markTouched: touched, isAsked }: Attention,
): boolean {
  return isAsked || touched.has(path) || !isEmpty(valueAt(document, path))
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
