import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { applyPatch, type Operation } from '#lib/kernel/json/json-patch.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { type ReferenceCandidate, referenceChoices } from '#lib/plans/model/checks/reference-choices.ts'
import type { PlanIssue } from '#lib/plans/model/document/plan-document.ts'
import type { PlanCatalog } from '#lib/plans/model/document/plan-tool.ts'
import { parseTemplate, type Reference } from '#lib/plans/model/document/reference.ts'

type PlanFix = { title: string; edits: Operation[] }

export function fixForIssue(plan: Json, catalog: PlanCatalog, issue: PlanIssue): PlanFix | undefined {
  return issue.fix ?? (issue.keyword === 'type' ? forEachItem(plan, catalog, issue.path) : undefined)
}

/** Returns a fix that repeats the step for each item of the list. */
function forEachItem(plan: Json, catalog: PlanCatalog, path: string): PlanFix | undefined {
  const from = valueAt(plan, path)
  if (typeof from !== 'string' || parseTemplate(from).kind !== 'reference') return undefined
  const item = suggestRepeats(plan, catalog, path).find((candidate) => candidate.from.text === from)
  return item && { title: 'Repeat for each item in the list', edits: item.edits }
}

type Repeat = {
  from: Reference
  item: ReferenceCandidate
  edits: Operation[]
}

// The number of lists tried, because each costs a lookup of all references.
const MAX_LISTS = 4

/** Returns the repeats that surely fit, best first; none for a step that is repeated already. */
export function suggestRepeats(plan: Json, catalog: PlanCatalog, pointer: string): Repeat[] {
  const at = /^\/steps\/\d+(?=\/args\/[^/]+$)/.exec(pointer)?.[0]
  const step = at && valueAt(plan, at)
  if (at === undefined || !isObject(step) || !isObject(step.args) || step.foreach !== undefined) return []
  return referenceChoices(plan, catalog, `${at}/foreach/from`)
    .filter(({ fit }) => fit === 'assignable')
    .slice(0, MAX_LISTS)
    .flatMap(({ reference: from }) => {
      const repeat: Operation = {
        op: 'add',
        path: `${at}/foreach`,
        value: { from: from.text, itemName: 'item' },
      }
      const repeated = applyPatch(plan, [repeat])
      const choices = repeated === undefined ? [] : referenceChoices(repeated, catalog, pointer)
      return choices
        .filter(
          ({ reference: { root }, fit }) =>
            root.kind === 'local' && root.name === 'item' && fit !== 'uncertain',
        )
        .map((item): Repeat => {
          const fill: Operation = { op: 'add', path: pointer, value: item.reference.text }
          return { from, item, edits: [repeat, fill] }
        })
    })
}
