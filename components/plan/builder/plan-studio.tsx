'use client'

/** The open plan for everything below it: what it is, what is wrong with it, and how it is changed. */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { applyPatch, type Operation } from '#lib/contract/json/json-patch.ts'
import { type CheckedPlan, checkPlan } from '#lib/contract/plan/check-plan.ts'
import type { PlanIssue } from '#lib/contract/plan/plan-issue.ts'
import { type PlanCatalog, type PlanTool, toolFor } from '#lib/contract/plan/plan-tool.ts'
import type { SavedPlanView } from '#lib/plans/saved-plans.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { DraftState } from '../../studio/draft-state.ts'
import type { DraftStore } from '../../studio/draft-store.ts'
import { setAt } from '../../studio/edit-document.ts'
import { useDraftCare } from '../../studio/use-draft-care.ts'
import { draftOf, type LoadPlan, openPlanDraft, type SavePlan } from './plan-draft.ts'
import { useCatalog } from './use-catalog.ts'

export type PlanDoors = {
  save: SavePlan
  load: LoadPlan
  /** What names in a plan mean; what there is none of is left out. */
  findTools: (names: string[]) => Promise<ActionResult<[string, PlanTool][]>>
}

export type PlanPage = {
  saved: SavedPlanView
  viewerId: string
  tools: [string, PlanTool][]
}

export type PlanStudio = {
  slug: string
  title: string
  plan: Json
  store: DraftStore
  state: DraftState
  catalog: PlanCatalog
  check: CheckedPlan
  setTitle: (title: string) => void
  edit: (change: (plan: Json) => Json) => void
  /** Undefined takes away what is there. */
  set: (pointer: string, value: Json | undefined) => void
  mend: (edits: readonly Operation[]) => void
  /** What is to be said of that place and what is below it. */
  issuesIn: (pointer: string) => PlanIssue[]
  toolOf: (name: Json | undefined) => PlanTool | undefined
}

const Context = createContext<PlanStudio | null>(null)

export function usePlan(): PlanStudio {
  const studio = use(Context)
  if (!studio) throw new Error('usePlan is for what stands inside a PlanStudioProvider.')
  return studio
}

type ProviderProps = { page: PlanPage; doors: PlanDoors; children: ReactNode }

export function PlanStudioProvider({ page, doors: given, children }: ProviderProps) {
  // The same doors for as long as the page stands: each refresh hands in new names for them.
  const [doors] = useState(given)
  // Opened once: what the server sends later must not replace what is being typed.
  const [store] = useState(() => openPlanDraft(page.saved, { ...doors, viewerId: page.viewerId }))
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  useDraftCare(store)
  const { title, plan } = useMemo(() => draftOf(state.document), [state.document])
  const catalog = useCatalog(plan, page.tools, doors.findTools)
  const looked = useDeferredValue(plan)
  const check = useMemo(() => checkPlan(looked, catalog), [looked, catalog])

  const edit = useCallback(
    (change: (plan: Json) => Json) =>
      store.edit((document) => {
        const draft = draftOf(document)
        const next = change(draft.plan)
        return next === draft.plan ? document : { ...draft, plan: next }
      }),
    [store],
  )
  useRiskFollows(check, { edit, isEdited: state.edits > 0 })

  const studio = useMemo<PlanStudio>(
    () => ({
      slug: page.saved.slug,
      title,
      plan,
      store,
      state,
      catalog,
      check,
      edit,
      setTitle: (next) => store.edit((document) => ({ ...draftOf(document), title: next })),
      set: (pointer, value) => edit((before) => setAt(before, pointer, value)),
      mend: (edits) => edit((before) => applyPatch(before, edits) ?? before),
      issuesIn: (pointer) =>
        check.issues.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`)),
      toolOf: (name) => (typeof name === 'string' ? toolFor(catalog, name) : undefined),
    }),
    [page.saved.slug, title, plan, store, state, catalog, check, edit],
  )
  return <Context value={studio}>{children}</Context>
}

/** A plan says how much it can do at most; whoever changes its steps need not think of it. */
function useRiskFollows(
  { issues }: CheckedPlan,
  { edit, isEdited }: { edit: PlanStudio['edit']; isEdited: boolean },
): void {
  const fix = issues.find(({ keyword }) => keyword === 'riskLevel')?.fix
  const mended = useRef<string>(undefined)
  useEffect(() => {
    const told = JSON.stringify(fix?.edits)
    if (!fix || !isEdited || mended.current === told) return
    // Once each: whoever writes another word into the JSON is told, not overruled.
    mended.current = told
    edit((plan) => applyPatch(plan, fix.edits) ?? plan)
  }, [fix, edit, isEdited])
}
