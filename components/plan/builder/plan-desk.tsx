'use client'

/** A plan that is being written, wherever it is kept: what it is, what is wrong with it, and how it is changed. */
import { createContext, use, useDeferredValue, useMemo } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { applyPatch, type Operation } from '#lib/contract/json/json-patch.ts'
import type { ApprovalPolicy } from '#lib/contract/plan/approval-policy.ts'
import { type CheckedPlan, checkPlan } from '#lib/contract/plan/check-plan.ts'
import type { PlanIssue } from '#lib/contract/plan/plan-issue.ts'
import { type PlanCatalog, type PlanTool, toolFor } from '#lib/contract/plan/plan-tool.ts'
import { setAt } from '../../studio/edit-document.ts'

export type PlanDesk = {
  plan: Json
  catalog: PlanCatalog
  check: CheckedPlan
  edit: (change: (plan: Json) => Json) => void
  /** Undefined takes away what is there. */
  set: (pointer: string, value: Json | undefined) => void
  mend: (edits: readonly Operation[]) => void
  /** Only what steps are given may be changed: the plan has been started. */
  isStarted: boolean
  /** What is to be said of that place and what is below it. */
  issuesIn: (pointer: string) => PlanIssue[]
  toolOf: (name: Json | undefined) => PlanTool | undefined
}

const Context = createContext<PlanDesk | null>(null)

export const PlanDeskProvider = Context.Provider

export function usePlan(): PlanDesk {
  const desk = use(Context)
  if (!desk) throw new Error('usePlan is for what stands inside a PlanDeskProvider.')
  return desk
}

type About = { policy?: ApprovalPolicy; isStarted?: boolean }

/** `edit` must stay the same. Typing goes before checking; without a policy nothing is denied. */
export function usePlanDesk(
  plan: Json,
  catalog: PlanCatalog,
  edit: PlanDesk['edit'],
  { policy, isStarted = false }: About,
): PlanDesk {
  const looked = useDeferredValue(plan)
  const check = useMemo(() => checkPlan(looked, catalog, policy), [looked, catalog, policy])
  return useMemo<PlanDesk>(
    () => ({
      plan,
      catalog,
      check,
      edit,
      isStarted,
      set: (pointer, value) => edit((before) => setAt(before, pointer, value)),
      mend: (edits) => edit((before) => applyPatch(before, edits) ?? before),
      issuesIn: (pointer) =>
        check.issues.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`)),
      toolOf: (name) => (typeof name === 'string' ? toolFor(catalog, name) : undefined),
    }),
    [plan, catalog, check, edit, isStarted],
  )
}
