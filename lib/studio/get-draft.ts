/** What the editor opens with. Floor 3. */
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import { latestOf } from '../contract/version/version-number.ts'
import { findDraft } from '../db/drafts.ts'
import { isPublished } from '../db/skill-sets.ts'
import { findNames } from '../db/users.ts'
import { listVersionHeads } from '../db/versions.ts'
import { type Inspection, inspectDocument } from './inspect-document.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'

export type DraftPage = {
  skillSetId: string
  /** Of the person reading: backups in a shared browser are kept apart by it. */
  viewerId: string
  name: string
  slug: string
  publisher: { handle: string; displayName: string }
  /** Null after it was thrown away; what is published stays. */
  draft: Draft | null
  versions: DraftVersion[]
  /** The highest number that can be run now; null before the first. */
  latest: string | null
}

export type Draft = Inspection & { document: Json; revision: number; savedAtMs: number; savedBy: string }
export type DraftVersion = { id: string; number: string; state: VersionState; createdAtMs: number }

/** What the SkillSet is called, for its people: the draft takes longer to inspect. Throws as `getDraft`. */
export async function getDraftTitle(ctx: Context, skillSetId: string): Promise<string> {
  return (await requireOwnSkillSet(ctx, skillSetId)).skillSet.name
}

/** Throws UNAUTHENTICATED for visitors and NOT_FOUND for strangers. */
export async function getDraft(ctx: Context, skillSetId: string): Promise<DraftPage> {
  const { viewer, skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const { publisher, name, slug } = skillSet
  const versions = await listVersionHeads(ctx.db, skillSetId)
  const live = versions.filter(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED')
  return {
    skillSetId,
    viewerId: viewer.userId,
    name,
    slug,
    publisher: { handle: publisher.handle, displayName: publisher.displayName },
    draft: await openDraft(ctx, { id: skillSetId, slug }),
    versions: versions.map(({ id, number, state, createdAt }) => ({
      id,
      number,
      state,
      createdAtMs: createdAt.getTime(),
    })),
    latest: latestOf(live.map(({ number }) => number)) ?? null,
  }
}

async function openDraft(ctx: Context, { id, slug }: { id: string; slug: string }): Promise<Draft | null> {
  const stored = await findDraft(ctx.db, id)
  if (!stored) return null
  const names = await findNames(ctx.db, [stored.updatedById])
  return {
    ...inspectDocument(stored.document, { slug, isFixed: await isPublished(ctx.db, id) }),
    document: stored.document,
    revision: stored.revision,
    savedAtMs: stored.updatedAt.getTime(),
    savedBy: names.get(stored.updatedById) ?? 'Somebody',
  }
}
