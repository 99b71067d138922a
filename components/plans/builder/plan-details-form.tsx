'use client'

import { ChevronRight } from 'lucide-react'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { PLAN_DETAIL_FIELDS, PLAN_DETAILS_SCHEMA } from '../document/step-schema.ts'
import { PartForm } from '../forms/part-form.tsx'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { useSavedPlan } from './plan-builder-context.tsx'

export function PlanDetailsForm() {
  const { plan, edit, issuesIn } = usePlanEditing()
  const { title } = useSavedPlan()
  const document = isObject(plan) ? plan : {}
  const { goal, outputs } = document
  const value = Object.fromEntries(
    Object.entries(document).filter(([key]) => PLAN_DETAIL_FIELDS.includes(key)),
  )
  const outputCount = isObject(outputs) ? Object.keys(outputs).length : 0
  const hasIssues = PLAN_DETAIL_FIELDS.some((name) => issuesIn(`/${name}`).length > 0)
  return (
    <details
      className="group rounded-lg border border-border bg-card shadow-xs"
      open={hasIssues || undefined}
    >
      <summary className="flex cursor-pointer list-none items-start gap-2 rounded-lg px-4 py-3 text-sm">
        <ChevronRight
          className="mt-0.5 size-4 shrink-0 transition-transform group-open:rotate-90"
          aria-hidden
        />
        <span className="grid min-w-0 gap-0.5">
          <span className="font-medium">Goal and results</span>
          <span className="text-pretty text-muted-foreground [overflow-wrap:anywhere] group-open:hidden">
            {typeof goal === 'string' && goal !== '' && goal !== title ? goal : 'Describe what the plan does'}
            {outputCount > 0 && ` · returns ${plural(outputCount, 'value')}`}
          </span>
        </span>
      </summary>
      <div className="border-border border-t p-4 sm:p-5">
        <PartForm
          pointer=""
          schema={PLAN_DETAILS_SCHEMA}
          value={value}
          onChange={(next) => edit((before) => replaceAboutFields(before, next))}
        />
      </div>
    </details>
  )
}

function replaceAboutFields(plan: Json, about: Json): Json {
  const next = isObject(about) ? about : {}
  const before = isObject(plan) ? plan : {}
  const entries = Object.entries(before).flatMap(([key, value]) => {
    if (!PLAN_DETAIL_FIELDS.includes(key)) return [[key, value] as const]
    const after = next[key]
    return after === undefined ? [] : [[key, after] as const]
  })
  return { ...Object.fromEntries(entries), ...next }
}
