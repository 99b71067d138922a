import { findVisibleSkillSet, withoutHidden } from '../../db/catalog/published-versions.ts'
import { findEmbedSites } from '../../db/catalog/skill-sets.ts'
import { database } from '../../db/core/prisma-client.ts'

const EMBEDDED = /^\/embed\/([^/]+)\/([^/]+)\/[^/]+\/?$/

/**
 * Returns none for any page but an embedded form, nor for a SkillSet that visitors cannot see: the header would show
 * that it exists.
 */
export async function frameAncestorsOf(path: string): Promise<string[]> {
  const [, publisher, skillset] = EMBEDDED.exec(path) ?? []
  if (publisher === undefined || skillset === undefined) return []
  const db = database()
  const visible = await findVisibleSkillSet(db, { publisher, skillset }, undefined)
  return visible && withoutHidden(visible) ? findEmbedSites(db, { publisher, skillset }) : []
}
