/** The SkillSet that something is said of. Floor 3. */
import type { Context } from '../context.ts'
import { findVisible, type SkillSetRef, type Visible } from '../db/published.ts'
import { AppError } from '../errors.ts'

/** Throws NOT_FOUND for what is not there and for what the viewer may not see. */
export async function requireSeen(ctx: Context, ref: SkillSetRef): Promise<Visible> {
  const visible = await findVisible(ctx.db, ref, ctx.viewer?.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  return visible
}
