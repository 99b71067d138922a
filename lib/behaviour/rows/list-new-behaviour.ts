import type { Database } from '../../kernel/db/prisma-client.ts'
import { type BehaviourLine, compareProfiles, mergeProfiles } from '../model/behaviour-profile.ts'
import { findBehaviour, findExamplesProfile } from './behaviour-rows.ts'

/**
 * Returns what the examples of a version did and another version was never seen to do. Returns nothing if they are the same, or
 * if one of them is older than profiles.
 */
export async function listNewBehaviour(
  db: Database,
  { beforeId, afterId }: { beforeId: string; afterId: string },
): Promise<BehaviourLine[]> {
  if (beforeId === afterId) return []
  const [before, after] = await Promise.all([findBehaviour(db, beforeId), findExamplesProfile(db, afterId)])
  if (!before?.examples || !after) return []
  return compareProfiles(mergeProfiles(before.examples, before.production), after).added
}
