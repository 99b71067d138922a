/**
 * What is worked out from published documents: which skills a version holds, what it changed.
 *
 * Floor 3. A published document never changes, so each answer is remembered; what is remembered is small, the
 * documents themselves (up to megabytes) are let go.
 */
import { changesBetween, shownChange } from '../contract/changes/changes.ts'
import type { Database } from '../db/client.ts'
import { findDocuments } from '../db/published.ts'
import type { VersionLine } from './views.ts'

type Changes = VersionLine['changes']

// About 200 bytes each.
const MAX_REMEMBERED = 10_000
// A page lists every version; what the older ones changed is history that nobody upgrades across.
const COMPARED_VERSIONS = 20

const slugs = new Map<string, readonly string[]>()
const changes = new Map<string, Changes>()

/** The slugs of the skills in each of these published versions, by version id. */
export async function skillSlugsOf(
  db: Database,
  versionIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const unknown = versionIds.filter((id) => !slugs.has(id))
  if (unknown.length > 0) {
    for (const [id, document] of await findDocuments(db, unknown)) {
      remember(
        slugs,
        id,
        document.skills.map((skill) => skill.slug),
      )
    }
  }
  return new Map(versionIds.map((id) => [id, slugs.get(id) ?? []]))
}

/** What each version changed since the one below it, by version id; `newestFirst` is a SkillSet's whole list. */
export async function changesAlong(
  db: Database,
  newestFirst: readonly { id: string }[],
): Promise<Map<string, Changes>> {
  const pairs = newestFirst.slice(0, COMPARED_VERSIONS).flatMap(({ id }, index) => {
    const below = newestFirst[index + 1]
    return below ? [{ id, belowId: below.id, pair: `${below.id} ${id}` }] : []
  })
  const unknown = pairs.filter(({ pair }) => !changes.has(pair))
  const documents = await findDocuments(db, [...new Set(unknown.flatMap(({ id, belowId }) => [id, belowId]))])
  for (const { id, belowId, pair } of unknown) {
    const [before, after] = [documents.get(belowId), documents.get(id)]
    if (before && after) remember(changes, pair, asLines(changesBetween(before, after).changes))
  }
  return new Map(pairs.map(({ id, pair }) => [id, changes.get(pair) ?? []]))
}

function asLines(found: ReturnType<typeof changesBetween>['changes']): Changes {
  return found.map(shownChange)
}

function remember<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.set(key, value)
  // The oldest entry goes: a Map keeps the order of insertion.
  if (memory.size > MAX_REMEMBERED) memory.delete(memory.keys().next().value!)
}
