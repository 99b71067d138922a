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
import { createDraftMemory } from '../../../drafts/draft-memory.ts'
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
  /** The messages of a field, except those that are not due yet. */
  errors: (pointer: string) => string[]
  problemsIn: (pointer: string) => Issue[]
  /** False for an empty field that the user has not visited yet. */
  isDue: (issue: Issue) => boolean
  touch: (pointer: string) => void
  touchAll: () => void
}

const StudioContext = createContext<StudioContextValue | null>(null)

export function useStudio(): StudioContextValue {
  const studio = use(StudioContext)
  if (!studio) throw new Error('useStudio must be used inside a StudioProvider.')
  return studio
}

type ProviderProps = { data: StudioData; actions: StudioActions; children: ReactNode }

export function StudioProvider({ data, actions: latestActions, children }: ProviderProps) {
  // A refresh of the page passes new functions. The first ones are kept, so that what depends on them stays stable.
  const [actions] = useState(latestActions)
  const [store] = useState(() => openDraftStore(data, actions))
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  useDraftAutosave(store)
  const { touchedFields, touch, touchAll } = useTouchedFields()

  const studio = useMemo<StudioContextValue>(() => {
    const isDueNow = (issue: Issue) => isDue(issue, state.document, touchedFields)
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
      touchAll,
    }
  }, [data, actions, store, state, touchedFields, touch, touchAll])
  return <StudioContext value={studio}>{children}</StudioContext>
}

export type TouchedFields = {
  pointers: ReadonlySet<string>
  isAllTouched: boolean
}

function useTouchedFields() {
  const [touchedFields, setTouchedFields] = useState<TouchedFields>({
    pointers: new Set(),
    isAllTouched: false,
  })
  const touch = useCallback((pointer: string) => setTouchedFields((now) => addTouched(now, pointer)), [])
  const touchAll = useCallback(
    () => setTouchedFields((now) => (now.isAllTouched ? now : { ...now, isAllTouched: true })),
    [],
  )
  return { touchedFields, touch, touchAll }
}

function addTouched(now: TouchedFields, pointer: string): TouchedFields {
  return now.pointers.has(pointer) ? now : { ...now, pointers: new Set([...now.pointers, pointer]) }
}

function openDraftStore(
  { draft: { text, ...draft }, viewerId, skillSetId }: StudioData,
  actions: StudioActions,
) {
  const page = { ...draft, document: JSON.parse(text) as Json }
  const memory = createDraftMemory(`guildhall-draft:${viewerId}:${skillSetId}`, {
    typed: browserStorage('localStorage'),
    saved: browserStorage('sessionStorage'),
  })
  return new DraftStore(page, {
    memory,
    now: Date.now,
    save: (text, revision) => actions.save({ text }, revision),
    load: actions.load,
  })
}

/** Tells whether to show a problem: an invalid value always, an empty one after a visit or when the checklist runs. */
export function isDue(
  { path }: Issue,
  document: Json,
  { pointers: addTouched, isAllTouched }: TouchedFields,
): boolean {
  return isAllTouched || addTouched.has(path) || !isEmpty(valueAt(document, path))
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
