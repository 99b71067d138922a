/** What a place of a plan may be given of what other steps give back, in words. Pure. */
import type { Json } from '#lib/contract/json/json.ts'
import type { Operation } from '#lib/contract/json/json-patch.ts'
import { referenceChoices as choicesAt } from '#lib/contract/plan/choices.ts'
import type { PlanCatalog } from '#lib/contract/plan/plan-tool.ts'
import { type ReferenceWords, referenceWords, withWords, wordsLine } from './reference-words.ts'
import { repeatsFor } from './repeats-for.ts'

export type ReferenceChoice = {
  text: string
  words: ReferenceWords
  /** "text", "a list" */
  kind: string
  description?: string
  /** It may not be there, or not be of the right type. */
  isUnsure?: boolean
  /** What is changed on the way, or when it will not do. */
  note?: string
}

/** An item of a list, for which the step is repeated. */
export type ItemChoice = ReferenceChoice & {
  /** What the list is called. */
  list: string
  edits: readonly Operation[]
}

/** The choices for what stands at `pointer` of the plan, the surest first. */
export function referenceChoices(
  plan: Json,
  catalog: PlanCatalog,
  pointer: string,
  place: { isWithinText: boolean },
): ReferenceChoice[] {
  return choicesAt(plan, catalog, pointer, place).map(({ reference, fit, kind, description, note }) => ({
    text: reference.text,
    words: referenceWords(plan, catalog, reference),
    kind,
    ...(fit === 'uncertain' && { isUnsure: true }),
    ...(description !== undefined && { description }),
    ...(note !== undefined && { note: withWords(plan, catalog, note) }),
  }))
}

export function itemChoices(plan: Json, catalog: PlanCatalog, pointer: string): ItemChoice[] {
  return repeatsFor(plan, catalog, pointer).map(({ from, item, edits }) => ({
    text: `${from.text} ${item.reference.text}`,
    words: referenceWords(plan, catalog, item.reference),
    kind: item.kind,
    ...(item.description !== undefined && { description: item.description }),
    list: wordsLine(referenceWords(plan, catalog, from)),
    edits,
  }))
}
