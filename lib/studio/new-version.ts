/** The next version, begun from what is published. Floor 3. */
import type { Context } from '../context.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { LIVE_STATES, type VersionState } from '../contract/version/version-moves.ts'
import { bumped, compareVersions, isPrerelease, isVersion } from '../contract/version/version-number.ts'
import { insertDraft } from '../db/drafts.ts'
import { findVersion, listVersionHeads } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'

/**
 * The document of the highest live version, with the next free patch number and an empty changelog. Changes nothing.
 *
 * The checklist says when the changes to come demand a bigger step. Throws UNAUTHENTICATED, NOT_FOUND for strangers,
 * and PRECONDITION_FAILED when nothing is live.
 */
export async function newVersionFrom(ctx: Context, skillSetId: string): Promise<SkillSetDocument> {
  await requireOwnSkillSet(ctx, skillSetId)
  const heads = await listVersionHeads(ctx.db, skillSetId)
  const [base] = heads
    .filter(({ state }) => (LIVE_STATES as readonly VersionState[]).includes(state))
    .toSorted((a, b) => compareVersions(b.number, a.number))
  const version = base && (await findVersion(ctx.db, base.id))
  if (!version) {
    throw new AppError('PRECONDITION_FAILED', { message: 'There is no published version to begin from.' })
  }
  const number = nextNumber(heads.map((head) => head.number))
  return { ...version.document, version: number, ...('changelog' in version.document && { changelog: '' }) }
}

/** Starts the working copy from what is published. Throws as `newVersionFrom`, and CONFLICT when there is one. */
export async function startNewVersion(ctx: Context, skillSetId: string): Promise<void> {
  const { viewer } = await requireOwnSkillSet(ctx, skillSetId)
  const document = (await newVersionFrom(ctx, skillSetId)) as unknown as Json
  if (!(await insertDraft(ctx.db, { skillSetId, document, updatedById: viewer.userId }))) {
    throw new AppError('CONFLICT', { message: 'Somebody started a draft already.' })
  }
}

/** The smallest number above all that were ever reserved: rejected and yanked ones are never used again. */
function nextNumber(numbers: readonly string[]): string {
  const [highest] = numbers.filter(isVersion).toSorted((a, b) => compareVersions(b, a))
  if (!highest) return '1.0.0'
  // 2.0.0-beta.1 leads to 2.0.0.
  return isPrerelease(highest) ? (highest.split('-')[0] ?? highest) : bumped(highest, 'patch')
}
