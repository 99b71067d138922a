/** A change that mends what is wrong, when one can be told: the check's own, or one that is found here. Pure. */
import type { Json } from '#lib/contract/json/json.ts'
import type { Operation } from '#lib/contract/json/json-patch.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import type { PlanIssue } from '#lib/contract/plan/plan-issue.ts'
import type { PlanCatalog } from '#lib/contract/plan/plan-tool.ts'
import { parseTemplate } from '#lib/contract/plan/reference.ts'
import { repeatsFor } from './repeats-for.ts'

export type Mend = { title: string; edits: Operation[] }

export function mendOf(plan: Json, catalog: PlanCatalog, issue: PlanIssue): Mend | undefined {
  return issue.fix ?? (issue.keyword === 'type' ? forEachItem(plan, catalog, issue.path) : undefined)
}

/** A list where one thing is wanted: the step is done for each item of it. */
function forEachItem(plan: Json, catalog: PlanCatalog, path: string): Mend | undefined {
  const from = valueAt(plan, path)
  if (typeof from !== 'string' || parseTemplate(from).is !== 'reference') return undefined
  const item = repeatsFor(plan, catalog, path).find((each) => each.from.text === from)
  return item && { title: 'Do it for each item of the list', edits: item.edits }
}
