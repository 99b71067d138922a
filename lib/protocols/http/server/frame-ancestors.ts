import { database } from '../../../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../../../kernel/db/secret-token.ts'
import { findVisibleSkillSet, withoutHidden } from '../../../publishing/rows/published-versions.ts'
import { findEmbedSites } from '../../../publishing/rows/skill-sets.ts'
import { isLiveToken } from '../../../runs/rows/shares.ts'

const EMBEDDED = /^\/embed\/([^/]+)\/([^/]+)\/[^/]+\/?$/

const SHARED = /^\/embed\/shared\/([^/]+)\/?$/

/**
 * Returns any site for a run with an open link, which its owner may embed anywhere: the page shows what everyone with the
 * link can read, and has no session. Returns none for any other page but an embedded form, nor for a SkillSet that visitors cannot see: the header would show
 * that it exists.
 */
export async function findFrameAncestors(path: string): Promise<string[]> {
  const [, token] = SHARED.exec(path) ?? []
  if (token !== undefined) return (await isLiveToken(database(), hashSecretToken(token))) ? ['*'] : []
  const [, publisher, skillset] = EMBEDDED.exec(path) ?? []
  if (publisher === undefined || skillset === undefined) return []
  const db = database()
  const visible = await findVisibleSkillSet(db, { publisher, skillset }, undefined)
  return visible && withoutHidden(visible) ? findEmbedSites(db, { publisher, skillset }) : []
}
