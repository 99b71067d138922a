import type { Json } from '#lib/kernel/json/json.ts'
import type { Operation } from '#lib/kernel/json/json-patch.ts'
import { referenceChoices as choicesAt } from '#lib/plans/model/checks/reference-choices.ts'
import type { PlanCatalog } from '#lib/plans/model/document/plan-tool.ts'
import { suggestRepeats } from './fix-for-issue.ts'
import {
  formatReferenceLabel,
  labelReferencesIn,
  type ReferenceLabel,
  referenceLabel,
} from './step-labels.ts'

export type ReferenceChoice = {
  text: string
  label: ReferenceLabel
  kind: string
  description?: string
  isUnsure?: boolean
  note?: string
}

type ItemChoice = ReferenceChoice & {
  list: string
  edits: readonly Operation[]
}

export function labelledReferenceChoices(
  plan: Json,
  catalog: PlanCatalog,
  pointer: string,
  options: { isWithinText: boolean },
): ReferenceChoice[] {
  return choicesAt(plan, catalog, pointer, options).map(({ reference, fit, kind, description, note }) => ({
    text: reference.text,
    label: referenceLabel(plan, catalog, reference),
    kind,
    ...(fit === 'uncertain' && { isUnsure: true }),
    ...(description !== undefined && { description }),
    ...(note !== undefined && { note: labelReferencesIn(plan, catalog, note) }),
  }))
}

export function itemChoices(plan: Json, catalog: PlanCatalog, pointer: string): ItemChoice[] {
  return suggestRepeats(plan, catalog, pointer).map(({ from, item, edits }) => ({
    text: `${from.text} ${item.reference.text}`,
    label: referenceLabel(plan, catalog, item.reference),
    kind: item.kind,
    ...(item.description !== undefined && { description: item.description }),
    list: formatReferenceLabel(referenceLabel(plan, catalog, from)),
    edits,
  }))
}
