/** `"x-choices": "slug"` names a skill of the SkillSet that lists a field's options. See docs/guide/contracts.md. */

import { walkSchema } from '../../json-schema/tree/schema-tree.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import type { SkillDocument } from './skillset-document.ts'

/** Returns the slugs that the fields of a schema name. */
export function listChoicesHelpers(schema: JsonSchema): string[] {
  const slugs = new Set<string>()
  walkSchema(schema, ({ 'x-choices': slug }) => {
    if (typeof slug === 'string') slugs.add(slug)
  })
  return [...slugs]
}

/** Returns undefined if the document has no such skill. */
export function findChoicesHelper(
  document: { skills: SkillDocument[] },
  slug: string,
): SkillDocument | undefined {
  return document.skills.find((each) => each.slug === slug)
}

/** Whether a form may call the skill while it is filled in: it only reads, and costs nothing. */
export function isChoicesHelper({ kind, riskLevel, pricing }: HelperTerms): boolean {
  return kind !== 'instruction' && riskLevel === 'read-only' && Number(pricing?.amount ?? 0) === 0
}

type HelperTerms = { kind?: Json; riskLevel?: Json; pricing?: { amount?: Json } }
