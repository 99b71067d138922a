/** What a place of a plan may be given of what other steps give back, in words. Pure. */
import type { Json } from '#lib/contract/json/json.ts'
import { referenceChoices as choicesAt } from '#lib/contract/plan/choices.ts'
import type { PlanCatalog } from '#lib/contract/plan/plan-tool.ts'
import { type ReferenceWords, referenceWords, withWords } from './reference-words.ts'

export type ReferenceChoice = {
  text: string
  words: ReferenceWords
  /** "text", "a list" */
  kind: string
  description?: string
  /** What is changed on the way, or when it will not do. */
  note?: string
}

/** The choices for what stands at `pointer` of the plan, the surest first. */
export function referenceChoices(
  plan: Json,
  catalog: PlanCatalog,
  pointer: string,
  place: { isWithinText: boolean },
): ReferenceChoice[] {
  return choicesAt(plan, catalog, pointer, place).map(({ reference, kind, description, note }) => ({
    text: reference.text,
    words: referenceWords(plan, catalog, reference),
    kind,
    ...(description !== undefined && { description }),
    ...(note !== undefined && { note: withWords(plan, catalog, note) }),
  }))
}
