/** A change that mends what is wrong, when one can be told: the check's own, or one that is found here. Pure. */
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { applyPatch, type Operation } from '#lib/contract/json/json-patch.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import { referenceChoices } from '#lib/contract/plan/choices.ts'
import type { PlanIssue } from '#lib/contract/plan/plan-issue.ts'
import type { PlanCatalog } from '#lib/contract/plan/plan-tool.ts'
import { parseTemplate } from '#lib/contract/plan/reference.ts'

export type Mend = { title: string; edits: Operation[] }

export function mendOf(plan: Json, catalog: PlanCatalog, issue: PlanIssue): Mend | undefined {
  return issue.fix ?? (issue.keyword === 'type' ? forEachItem(plan, catalog, issue.path) : undefined)
}

/** A list where one thing is wanted: the step is done for each item of it. */
function forEachItem(plan: Json, catalog: PlanCatalog, path: string): Mend | undefined {
  const at = /^\/steps\/\d+(?=\/args\/)/.exec(path)?.[0]
  const from = valueAt(plan, path)
  if (at === undefined || typeof from !== 'string' || parseTemplate(from).is !== 'reference') return undefined
  const step = valueAt(plan, at)
  if (!isObject(step) || step.foreach !== undefined || !isList(plan, catalog, { at, from })) return undefined
  const repeat: Operation = { op: 'add', path: `${at}/foreach`, value: { from, itemName: 'item' } }
  const repeated = applyPatch(plan, [repeat])
  const item =
    repeated !== undefined &&
    referenceChoices(repeated, catalog, path).find(
      ({ reference, fit }) =>
        reference.root.of === 'local' && reference.root.name === 'item' && fit !== 'uncertain',
    )
  if (!item) return undefined
  return {
    title: 'Do it for each item of the list',
    edits: [repeat, { op: 'replace', path, value: item.reference.text }],
  }
}

function isList(plan: Json, catalog: PlanCatalog, { at, from }: { at: string; from: string }): boolean {
  return referenceChoices(plan, catalog, `${at}/foreach/from`).some(
    ({ reference }) => reference.text === from,
  )
}
