import { database } from '../../../kernel/db/prisma-client.ts'
import { findVisibleSkillSet, withoutHidden } from '../../../publishing/rows/published-versions.ts'
import { findEmbedSites } from '../../../publishing/rows/skill-sets.ts'

const EMBEDDED = /^\/embed\/([^/]+)\/([^/]+)\/[^/]+\/?$/

/**
 * Returns none for any page but an embedded form, nor for a SkillSet that visitors cannot see: the header would show
 * that it exists.
 */
export async function findFrameAncestors(path: string): Promise<string[]> {
  const [, publisher, skillset] = EMBEDDED.exec(path) ?? []
  if (publisher === undefined || skillset === undefined) return []
  const db = database()
  const visible = await findVisibleSkillSet(db, { publisher, skillset }, undefined)
  return visible && withoutHidden(visible) ? findEmbedSites(db, { publisher, skillset }) : []
}
