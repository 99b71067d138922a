/** The plan that is edited or shown, with its check, wherever it is stored. */
'use client'

import { createContext, use, useDeferredValue, useMemo, useState } from 'react'
import type { Issue } from '#lib/kernel/errors.ts'
import { isIdenticalJson, type Json } from '#lib/kernel/json/json.ts'
import { applyPatch, type Operation } from '#lib/kernel/json/json-patch.ts'
import { type CheckedPlan, checkPlan } from '#lib/plans/model/checks/check-plan.ts'
import type { PlanIssue } from '#lib/plans/model/document/plan-document.ts'
import { type PlanCatalog, type PlanTool, toolFor } from '#lib/plans/model/document/plan-tool.ts'
import type { ApprovalPolicy } from '#lib/plans/model/policy/approval-policy.ts'
import { setAt } from '../../drafts/edit-document.ts'

export type PlanEditing = {
  plan: Json
  catalog: PlanCatalog
  check: CheckedPlan
  edit: (change: (plan: Json) => Json) => void
  set: (pointer: string, value: Json | undefined) => void
  applyFix: (edits: readonly Operation[]) => void
  isStarted: boolean
  /** Issues of the check and, until the plan changes, those that the server returned. */
  issues: PlanIssue[]
  showRefused: (issues: readonly Issue[]) => void
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

type EditingOptions = { policy?: ApprovalPolicy; missingFiles?: string[]; isStarted?: boolean }

/**
 * `edit` must stay the same function. The check is deferred while the user types; without a policy it denies nothing.
 */
export function usePlanEditingValue(
  plan: Json,
  catalog: PlanCatalog,
  edit: PlanEditing['edit'],
  { policy, missingFiles, isStarted = false }: EditingOptions,
): PlanEditing {
  const checkedPlan = useDeferredValue(plan)
  const check = useMemo(
    () => checkPlan(checkedPlan, catalog, policy, missingFiles),
    [checkedPlan, catalog, policy, missingFiles],
  )
  const [refused, setRefused] = useState<{ issues: readonly Issue[]; of: Json }>()
  return useMemo<PlanEditing>(() => {
    const isRefused = refused !== undefined && isIdenticalJson(refused.of, plan)
    const issues = isRefused ? withRefused(check.issues, refused.issues) : check.issues
    return {
      plan,
      catalog,
      check,
      issues,
      edit,
      isStarted,
      set: (pointer, value) => edit((before) => setAt(before, pointer, value)),
      applyFix: (edits) => edit((before) => applyPatch(before, edits) ?? before),
      showRefused: (found) => setRefused({ issues: found, of: plan }),
      issuesIn: (pointer) => issues.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`)),
      toolOf: (name) => (typeof name === 'string' ? toolFor(catalog, name) : undefined),
    }
  }, [plan, catalog, check, refused, edit, isStarted])
}

function withRefused(issues: PlanIssue[], refused: readonly Issue[]): PlanIssue[] {
  const isKnown = ({ path, message }: Issue) =>
    issues.some((issue) => issue.severity === 'error' && issue.path === path && issue.message === message)
  const added = refused.filter((issue) => !isKnown(issue))
  return [
    ...added.map((issue): PlanIssue => ({ keyword: 'refused', ...issue, severity: 'error' })),
    ...issues,
  ]
}
