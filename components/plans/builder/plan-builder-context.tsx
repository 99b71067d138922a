'use client'

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
import type { Json } from '#lib/kernel/json/json.ts'
import { applyPatch } from '#lib/kernel/json/json-patch.ts'
import { filesRead } from '#lib/plans/model/checks/check-files.ts'
import type { CheckedPlan } from '#lib/plans/model/checks/check-plan.ts'
import type { PlanCatalog, PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import type { ApprovalPolicy } from '#lib/plans/model/policy/approval-policy.ts'
import type { FoundByTypes } from '#lib/plans/planner/find-for-person.ts'
import type { SavedPlanView } from '#lib/plans/saved/saved-plans.ts'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { useDraftAutosave } from '../../drafts/draft-save-status.tsx'
import type { DraftState } from '../../drafts/draft-state.ts'
import type { DraftStore } from '../../drafts/draft-store.ts'
import { listStepObjects } from '../document/edit-plan.ts'
import { type PlanEditing, PlanEditingProvider, usePlanEditingValue } from '../parts/plan-editing.tsx'
import type { Wanted } from '../remembered-search.ts'
import type { CreatePlan } from '../template-list.tsx'
import { type LoadPlan, openPlanDraft, readPlanDraft, type SavePlan } from './plan-draft.ts'

type RunSavedPlanRequest = {
  savedPlanId: string
  confirmed: boolean
  dryRun: boolean
  timeZone: string
}

export type PlanBuilderActions = {
  create: CreatePlan
  save: SavePlan
  load: LoadPlan
  /** Looks tools up by their names; unknown ones are left out of the result. */
  findTools: (names: string[]) => Promise<ActionResult<[string, PlanTool][]>>
  findMissingFiles: (paths: string[]) => Promise<ActionResult<string[]>>
  findByTypes: (wanted: Wanted) => Promise<ActionResult<FoundByTypes>>
  remove: (slug: string) => Promise<ActionResult<void>>
  /** Adds the sample file of a path to the vault. */
  addSample: (path: string) => Promise<ActionResult<void>>
  run: (request: RunSavedPlanRequest) => Promise<ActionResult<PlanRunView>>
}

export type PlanPage = {
  saved: SavedPlanView
  viewerId: string
  tools: [string, PlanTool][]
  policy: ApprovalPolicy
  /** The paths of which there are sample files. */
  samplePaths: string[]
}

type PlanBuilderState = {
  slug: string
  title: string
  store: DraftStore
  state: DraftState
  setTitle: (title: string) => void
  run: PlanBuilderActions['run']
  create: PlanBuilderActions['create']
  findByTypes: PlanBuilderActions['findByTypes']
  remove: PlanBuilderActions['remove']
  hasSample: (path: string) => boolean
  addSample: PlanBuilderActions['addSample']
}

const Context = createContext<PlanBuilderState | null>(null)

export function useSavedPlan(): PlanBuilderState {
  const builder = use(Context)
  if (!builder) throw new Error('useSavedPlan must be used inside a PlanBuilderProvider.')
  return builder
}

type ProviderProps = { page: PlanPage; actions: PlanBuilderActions; children: ReactNode }

export function PlanBuilderProvider({ page, actions: latestActions, children }: ProviderProps) {
  const [actions] = useState(latestActions)
  // The store is created once, because a refresh of the page must not replace what was typed.
  const [store] = useState(() => openPlanDraft(page.saved, { ...actions, viewerId: page.viewerId }))
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  useDraftAutosave(store)
  const { title, plan } = useMemo(() => readPlanDraft(state.document), [state.document])
  const catalog = useToolCatalog(plan, page.tools, actions.findTools)
  const [added, setAdded] = useState<readonly string[]>([])
  const missing = useMissingFiles(plan, actions.findMissingFiles)
  const missingFiles = useMemo(() => missing.filter((path) => !added.includes(path)), [missing, added])
  const edit = useCallback(
    (change: (plan: Json) => Json) =>
      store.edit((document) => {
        const draft = readPlanDraft(document)
        const next = change(draft.plan)
        return next === draft.plan ? document : { ...draft, plan: next }
      }),
    [store],
  )
  const planEditing = usePlanEditingValue(plan, catalog, edit, { policy: page.policy, missingFiles })
  useRiskLevelUpdate(planEditing.check, { edit, isEdited: state.edits > 0 })

  const builder = useMemo<PlanBuilderState>(
    () => ({
      slug: page.saved.slug,
      title,
      store,
      state,
      setTitle: (next) => store.edit((document) => ({ ...readPlanDraft(document), title: next })),
      run: actions.run,
      create: actions.create,
      findByTypes: actions.findByTypes,
      remove: actions.remove,
      hasSample: (path) => page.samplePaths.includes(path),
      async addSample(path) {
        const result = await actions.addSample(path)
        if (result.ok) setAdded((before) => [...before, path])
        return result
      },
    }),
    [page.saved.slug, page.samplePaths, title, store, state, actions],
  )
  return (
    <Context value={builder}>
      <PlanEditingProvider value={planEditing}>{children}</PlanEditingProvider>
    </Context>
  )
}

/** Raises or lowers the risk level of the plan with its steps. */
function useRiskLevelUpdate(
  { issues }: CheckedPlan,
  { edit, isEdited }: { edit: PlanEditing['edit']; isEdited: boolean },
): void {
  const fix = issues.find(({ keyword }) => keyword === 'riskLevel')?.fix
  const appliedFix = useRef<string>(undefined)
  useEffect(() => {
    const fixText = JSON.stringify(fix?.edits)
    if (!fix || !isEdited || appliedFix.current === fixText) return
    // Each fix applies once: a level set by hand is only reported.
    appliedFix.current = fixText
    edit((plan) => applyPatch(plan, fix.edits) ?? plan)
  }, [fix, edit, isEdited])
}

const CHECK_DELAY_MS = 250

/**
 * Returns the files that steps read and the vault lacks. Checks again when the paths change and when the user returns.
 */
function useMissingFiles(plan: Json, find: PlanBuilderActions['findMissingFiles']): string[] {
  const [missing, setMissing] = useState<string[]>([])
  const needed = useMemo(() => JSON.stringify([...new Set(filesRead(plan).map(({ path }) => path))]), [plan])
  useEffect(() => {
    const paths = JSON.parse(needed) as string[]
    if (paths.length === 0) return setMissing([])
    let isMounted = true
    const check = () =>
      void find(paths)
        .then((result) => isMounted && result.ok && setMissing(result.data))
        .catch(() => {})
    const timer = setTimeout(check, CHECK_DELAY_MS)
    window.addEventListener('focus', check)
    return () => {
      isMounted = false
      clearTimeout(timer)
      window.removeEventListener('focus', check)
    }
  }, [needed, find])
  return missing
}

function useToolCatalog(
  plan: Json,
  initial: [string, PlanTool][],
  find: PlanBuilderActions['findTools'],
): PlanCatalog {
  const [found, setFound] = useState(initial)
  const catalog = useMemo(() => new Map(found), [found])
  const requested = useRef(new Set(initial.map(([name]) => name)))
  const names = listStepObjects(plan).flatMap(({ step: { tool } }) => (typeof tool === 'string' ? tool : []))
  const needed = JSON.stringify([...new Set(names)])

  useEffect(() => {
    const unknown = (JSON.parse(needed) as string[]).filter((name) => !requested.current.has(name))
    if (unknown.length === 0) return
    const timer = setTimeout(async () => {
      for (const name of unknown) requested.current.add(name)
      const result = await find(unknown).catch(() => null)
      if (result?.ok) return setFound((before) => [...before, ...result.data])
      for (const name of unknown) requested.current.delete(name)
    }, CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [needed, find])
  return catalog
}
