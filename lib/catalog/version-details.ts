/** Published documents never change. */

import { LRUCache } from 'lru-cache'
import { toShownChange } from '../contracts/changes/changes.ts'
import { compareInThread } from '../contracts/changes/compare-in-thread.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { ignoreAppError } from '../kernel/errors.ts'
import { findDocuments } from '../publishing/rows/published-versions.ts'
import type { VersionLine } from './catalog-views.ts'

type Changes = VersionLine['changes']

// An entry takes about 200 bytes.
const MAX_CACHED = 10_000
// Older changes are rarely read.
const COMPARED_VERSIONS = 20

const slugs = new LRUCache<string, readonly string[]>({ max: MAX_CACHED })
const changes = new LRUCache<string, Changes>({ max: MAX_CACHED })

export async function listSkillSlugs(
  db: Database,
  versionIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const unknown = versionIds.filter((id) => !slugs.has(id))
  if (unknown.length > 0) {
    for (const [id, document] of await findDocuments(db, unknown)) {
      slugs.set(
        id,
        document.skills.map((skill) => skill.slug),
      )
    }
  }
  return new Map(versionIds.map((id) => [id, slugs.get(id) ?? []]))
}

/**
 * Returns changes since the predecessor by version id; `newestFirst` is the whole list. Omits versions that take too
 * long to compare.
 */
export async function changesAlong(
  db: Database,
  newestFirst: readonly { id: string }[],
  owner: string,
): Promise<Map<string, Changes>> {
  const pairs = newestFirst.slice(0, COMPARED_VERSIONS).flatMap(({ id }, index) => {
    const below = newestFirst[index + 1]
    return below ? [{ id, belowId: below.id, pair: `${below.id} ${id}` }] : []
  })
  const unknown = pairs.filter(({ pair }) => !changes.has(pair))
  const documents = await findDocuments(db, [...new Set(unknown.flatMap(({ id, belowId }) => [id, belowId]))])
  for (const { id, belowId, pair } of unknown) {
    const [before, after] = [documents.get(belowId), documents.get(id)]
    if (!before || !after) continue
    // A pair that is too costly to compare is shown without changes.
    const found = await compareInThread(before, after, owner).catch(ignoreAppError)
    if (found) changes.set(pair, found.changes.map(toShownChange))
  }
  return new Map(pairs.map(({ id, pair }) => [id, changes.get(pair) ?? []]))
}
