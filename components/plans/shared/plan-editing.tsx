/** Wherever it is stored. */
'use client'

import { createContext, use, useDeferredValue, useMemo } from 'react'
import type { Json } from '#lib/json/json.ts'
import { applyPatch, type Operation } from '#lib/json/json-patch.ts'
import { type CheckedPlan, checkPlan } from '#lib/plan-documents/checks/check-plan.ts'
import type { PlanIssue } from '#lib/plan-documents/document/plan-document.ts'
import { type PlanCatalog, type PlanTool, toolFor } from '#lib/plan-documents/document/plan-tool.ts'
import type { ApprovalPolicy } from '#lib/plan-documents/policy/approval-policy.ts'
import { setAt } from '../../drafts/edit-document.ts'

export type PlanEditing = {
  plan: Json
  catalog: PlanCatalog
  check: CheckedPlan
  edit: (change: (plan: Json) => Json) => void
  set: (pointer: string, value: Json | undefined) => void
  applyFix: (edits: readonly Operation[]) => void
  isStarted: boolean
  issuesIn: (pointer: string) => PlanIssue[]
  toolOf: (name: Json | undefined) => PlanTool | undefined
}

const Context = createContext<PlanEditing | null>(null)

export const PlanEditingProvider = Context.Provider

export function usePlanEditing(): PlanEditing {
  const planEditing = use(Context)
  if (!planEditing) throw new Error('usePlanEditing must be used inside a PlanEditingProvider.')
  return planEditing
}

type About = { policy?: ApprovalPolicy; missingFiles?: string[]; isStarted?: boolean }

/** `edit` is stable. Checks are deferred; without a policy nothing is denied. */
export function usePlanEditingValue(
  plan: Json,
  catalog: PlanCatalog,
  edit: PlanEditing['edit'],
  { policy, missingFiles, isStarted = false }: About,
): PlanEditing {
  const checkedPlan = useDeferredValue(plan)
  const check = useMemo(
    () => checkPlan(checkedPlan, catalog, policy, missingFiles),
    [checkedPlan, catalog, policy, missingFiles],
  )
  return useMemo<PlanEditing>(
    () => ({
      plan,
      catalog,
      check,
      edit,
      isStarted,
      set: (pointer, value) => edit((before) => setAt(before, pointer, value)),
      applyFix: (edits) => edit((before) => applyPatch(before, edits) ?? before),
      issuesIn: (pointer) =>
        check.issues.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`)),
      toolOf: (name) => (typeof name === 'string' ? toolFor(catalog, name) : undefined),
    }),
    [plan, catalog, check, edit, isStarted],
  )
}
