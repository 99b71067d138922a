'use client'

/** The open saved plan: its desk, its name, and how far its saving has come. */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { applyPatch } from '#lib/contract/json/json-patch.ts'
import type { ApprovalPolicy } from '#lib/contract/plan/approval-policy.ts'
import type { CheckedPlan } from '#lib/contract/plan/check-plan.ts'
import type { PlanTool } from '#lib/contract/plan/plan-tool.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import type { SavedPlanView } from '#lib/plans/saved-plans.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { DraftState } from '../../studio/draft-state.ts'
import type { DraftStore } from '../../studio/draft-store.ts'
import { useDraftCare } from '../../studio/use-draft-care.ts'
import { type PlanDesk, PlanDeskProvider, usePlanDesk } from './plan-desk.tsx'
import { draftOf, type LoadPlan, openPlanDraft, type SavePlan } from './plan-draft.ts'
import { useCatalog } from './use-catalog.ts'

export type PlanRunRequest = { savedPlanId: string; confirmed: boolean; dryRun: boolean; timeZone: string }

export type PlanDoors = {
  save: SavePlan
  load: LoadPlan
  /** What names in a plan mean; what there is none of is left out. */
  findTools: (names: string[]) => Promise<ActionResult<[string, PlanTool][]>>
  run: (request: PlanRunRequest) => Promise<ActionResult<PlanRunView>>
}

export type PlanPage = {
  saved: SavedPlanView
  viewerId: string
  tools: [string, PlanTool][]
  /** What the organisation lets plans do. */
  policy: ApprovalPolicy
}

export type PlanStudio = {
  slug: string
  title: string
  store: DraftStore
  state: DraftState
  setTitle: (title: string) => void
  run: PlanDoors['run']
}

const Context = createContext<PlanStudio | null>(null)

export function useSavedPlan(): PlanStudio {
  const studio = use(Context)
  if (!studio) throw new Error('useSavedPlan is for what stands inside a PlanStudioProvider.')
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
  const edit = useCallback(
    (change: (plan: Json) => Json) =>
      store.edit((document) => {
        const draft = draftOf(document)
        const next = change(draft.plan)
        return next === draft.plan ? document : { ...draft, plan: next }
      }),
    [store],
  )
  const desk = usePlanDesk(plan, catalog, edit, { policy: page.policy })
  useRiskFollows(desk.check, { edit, isEdited: state.edits > 0 })

  const studio = useMemo<PlanStudio>(
    () => ({
      slug: page.saved.slug,
      title,
      store,
      state,
      setTitle: (next) => store.edit((document) => ({ ...draftOf(document), title: next })),
      run: doors.run,
    }),
    [page.saved.slug, title, store, state, doors],
  )
  return (
    <Context value={studio}>
      <PlanDeskProvider value={desk}>{children}</PlanDeskProvider>
    </Context>
  )
}

/** A plan says how much it can do at most; whoever changes its steps need not think of it. */
function useRiskFollows(
  { issues }: CheckedPlan,
  { edit, isEdited }: { edit: PlanDesk['edit']; isEdited: boolean },
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
