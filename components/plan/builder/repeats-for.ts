/** Lists that a step could go through, so that a place of its arguments is given one of their items. Pure. */
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { applyPatch, type Operation } from '#lib/contract/json/json-patch.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import { type Choice, referenceChoices } from '#lib/contract/plan/choices.ts'
import type { PlanCatalog } from '#lib/contract/plan/plan-tool.ts'
import type { Reference } from '#lib/contract/plan/reference.ts'

export type Repeat = {
  /** The list. */
  from: Reference
  /** What the place is given of each item. */
  item: Choice
  /** Repeats the step, and fills the place. */
  edits: Operation[]
}

// Each is looked into; the nearest come first.
const MOST_LISTS = 4

/** Only what surely fits, the best first; nothing for a step that is repeated already. */
export function repeatsFor(plan: Json, catalog: PlanCatalog, pointer: string): Repeat[] {
  const at = /^\/steps\/\d+(?=\/args\/[^/]+$)/.exec(pointer)?.[0]
  const step = at && valueAt(plan, at)
  if (at === undefined || !isObject(step) || !isObject(step.args) || step.foreach !== undefined) return []
  return referenceChoices(plan, catalog, `${at}/foreach/from`)
    .filter(({ fit }) => fit === 'assignable')
    .slice(0, MOST_LISTS)
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
            root.of === 'local' && root.name === 'item' && fit !== 'uncertain',
        )
        .map((item): Repeat => {
          const fill: Operation = { op: 'add', path: pointer, value: item.reference.text }
          return { from, item, edits: [repeat, fill] }
        })
    })
}
