/** `"x-choices": "slug"`: a skill of the SkillSet lists a field's options. See docs/guide/contracts.md. */

import { walkSchema } from '../../json-schema/tree/schema-tree.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import type { SkillDocument } from './skillset-document.ts'

export function helpersIn(schema: JsonSchema): string[] {
  const slugs = new Set<string>()
  walkSchema(schema, ({ 'x-choices': slug }) => {
    if (typeof slug === 'string') slugs.add(slug)
  })
  return [...slugs]
}

export function choicesHelper(
  document: { skills: SkillDocument[] },
  slug: string,
): SkillDocument | undefined {
  return document.skills.find((each) => each.slug === slug)
}

/** Forms may call it, because it only reads and costs nothing. */
export function isChoicesHelper({ kind, riskLevel, pricing }: HelperTerms): boolean {
  return kind !== 'instruction' && riskLevel === 'read-only' && Number(pricing?.amount ?? 0) === 0
}

type HelperTerms = { kind?: Json; riskLevel?: Json; pricing?: { amount?: Json } }
