/** The slug of a SkillSet follows its draft until a version is published. */

import type { Issue } from '../errors.ts'
import { isObject, type Json } from '../json/json.ts'
import { isSlug } from '../name-rules/skill-name.ts'

export function wantedSlug(document: Json): string | undefined {
  const slug = isObject(document) ? document.slug : undefined
  return typeof slug === 'string' && isSlug(slug) ? slug : undefined
}

export function slugIssues(document: Json, known: { slug: string; isFixed: boolean }): Issue[] {
  const wanted = wantedSlug(document)
  if (wanted === undefined || wanted === known.slug) return []
  const message = known.isFixed
    ? `The slug must stay “${known.slug}”, because callers use it for the published versions.`
    : 'slug must be unique'
  return [{ path: '/slug', keyword: 'slug', message }]
}
