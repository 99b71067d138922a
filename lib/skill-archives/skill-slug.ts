import { createHash } from 'node:crypto'
import type { Issue } from '../errors.ts'
import { isSlug, slugFrom } from '../name-rules/skill-name.ts'

/** Replaces hyphens. Derives other slugs, with a finding. */
export function slugOf(name: string): { slug: string; finding: Issue[] } {
  const plain = name.replaceAll('-', '_')
  if (isSlug(plain)) return { slug: plain, finding: [] }
  const digest = createHash('sha256').update(name.normalize('NFKC')).digest('hex')
  const slug = slugFrom(name) || `skill_${digest.slice(0, 8)}`
  const message = `“${name}” cannot be used in a URL, so the skill's slug is “${slug}”. You can change it before you publish.`
  return { slug, finding: [{ path: '/slug', keyword: 'slug', message }] }
}
