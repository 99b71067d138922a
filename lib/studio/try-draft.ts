/** A test run of the stored draft, from the studio. Floor 3. */
import type { Context } from '../context.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { findDraft } from '../db/drafts.ts'
import { AppError } from '../errors.ts'
import type { RunView } from '../execution/run-view.ts'
import { startDraftRun } from '../execution/start-draft-run.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'

export type TryRequest = {
  skillSetId: string
  skillSlug: string
  args: Json
  /** Values to try it with: what the organisation has set is not for drafts. */
  config?: JsonObject
  timeZone?: string
}

/**
 * Starts the run and answers at once; it goes on and is watched like any other.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers or without a draft, and whatever refuses a run before it starts.
 */
export async function tryDraft(ctx: Context, { skillSetId, ...options }: TryRequest): Promise<RunView> {
  await requireOwnSkillSet(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft to try.' })
  const studio: Context = { ...ctx, door: 'studio' }
  return (await startDraftRun(studio, { ...options, skillSetId, document: draft.document })).run
}
