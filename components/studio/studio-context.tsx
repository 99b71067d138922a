'use client'

/** The open draft for everything below it: read a pointer, write a pointer, ask what is wrong there. */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import type { Issue } from '#lib/errors.ts'
import { browserStorage } from './browser-storage.ts'
import { draftMemory } from './draft-memory.ts'
import type { DraftState } from './draft-state.ts'
import { type DraftStore, openDraft } from './draft-store.ts'
import { type Attention, isDue } from './due-issues.ts'
import { setAt } from './edit-document.ts'
import type { StudioActions, StudioData } from './studio-data.ts'
import { useDraftCare } from './use-draft-care.ts'

export type Studio = {
  data: StudioData
  actions: StudioActions
  store: DraftStore
  state: DraftState
  edit: (change: (document: Json) => Json) => void
  value: (pointer: string) => Json | undefined
  /** Undefined takes away what is there. */
  set: (pointer: string, value: Json | undefined) => void
  /** What is wrong exactly there, one sentence each; nothing where it is only still to do. */
  errors: (pointer: string) => string[]
  /** The same for everything there and below. */
  problemsIn: (pointer: string) => Issue[]
  /** Whether a problem is one already, or only still to do. */
  isDue: (issue: Issue) => boolean
  /** Somebody has been in the field at this pointer. */
  touch: (pointer: string) => void
  /** Somebody asks whether all is done: from now on everything that is not counts as wrong. */
  askAll: () => void
}

const StudioContext = createContext<Studio | null>(null)

export function useStudio(): Studio {
  const studio = use(StudioContext)
  if (!studio) throw new Error('useStudio is for what stands inside a StudioProvider.')
  return studio
}

type ProviderProps = { data: StudioData; actions: StudioActions; children: ReactNode }

export function StudioProvider({ data, actions: given, children }: ProviderProps) {
  // The same doors for as long as the page stands: each refresh hands in new names for them.
  const [actions] = useState(given)
  // Opened once: what the server sends later must not replace what is being typed.
  const [store] = useState(() => open(data, actions))
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  useDraftCare(store)
  const { attention, touch, askAll } = useAttention()

  const studio = useMemo<Studio>(() => {
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

/** What somebody has been in; its functions stay the same for as long as the studio is open. */
function useAttention() {
  const [attention, setAttention] = useState<Attention>({ touched: new Set(), isAsked: false })
  const touch = useCallback((pointer: string) => setAttention((now) => touched(now, pointer)), [])
  const askAll = useCallback(() => setAttention((now) => (now.isAsked ? now : { ...now, isAsked: true })), [])
  return { attention, touch, askAll }
}

function touched(now: Attention, pointer: string): Attention {
  return now.touched.has(pointer) ? now : { ...now, touched: new Set([...now.touched, pointer]) }
}

function open({ draft: { text, ...draft }, viewerId, skillSetId }: StudioData, actions: StudioActions) {
  const page = { ...draft, document: JSON.parse(text) as Json }
  const memory = draftMemory(`guildhall-draft:${viewerId}:${skillSetId}`, {
    typed: browserStorage('localStorage'),
    saved: browserStorage('sessionStorage'),
  })
  return openDraft(page, { save: actions.save, load: actions.load, memory, now: Date.now })
}
