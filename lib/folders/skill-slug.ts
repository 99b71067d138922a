/** The slug of a skill that comes with a name of its own. Ground, for servers (node:crypto). */
import { createHash } from 'node:crypto'
import { slugFrom } from '../contract/document/slug-from.ts'
import { isSlug } from '../contract/market/skill-name.ts'
import type { Issue } from '../errors.ts'

/** Hyphens become underscores. A name that no slug can hold gets one that can be changed, and a finding. */
export function slugOf(name: string): { slug: string; finding: Issue[] } {
  const plain = name.replaceAll('-', '_')
  if (isSlug(plain)) return { slug: plain, finding: [] }
  const digest = createHash('sha256').update(name.normalize('NFKC')).digest('hex')
  const slug = slugFrom(name) || `skill_${digest.slice(0, 8)}`
  const message = `“${name}” cannot stand in an address, so the skill's slug is “${slug}”. You can change it before you publish.`
  return { slug, finding: [{ path: '/slug', keyword: 'slug', message }] }
}
