/**
 * When the slug of a SkillSet may change: freely until something is published under it. Floor 3, pure.
 *
 * A working copy may say any slug while it is being typed; the SkillSet follows as soon as it can.
 */
import { isObject, type Json } from '../contract/json/json.ts'
import { isSlug } from '../contract/market/skill-name.ts'
import type { Issue } from '../errors.ts'

/** The slug a document asks for, if it is one. */
export function wantedSlug(document: Json): string | undefined {
  const slug = isObject(document) ? document.slug : undefined
  return typeof slug === 'string' && isSlug(slug) ? slug : undefined
}

/** What stands beside the slug's field when the SkillSet could not follow; [] when it did. */
export function slugIssues(document: Json, known: { slug: string; isFixed: boolean }): Issue[] {
  const wanted = wantedSlug(document)
  if (wanted === undefined || wanted === known.slug) return []
  const message = known.isFixed
    ? `The slug stays “${known.slug}”: people call the published versions by it.`
    : 'slug must be unique'
  return [{ path: '/slug', keyword: 'slug', message }]
}
