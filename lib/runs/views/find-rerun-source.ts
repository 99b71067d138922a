import type { Context } from '../../context/context.ts'
import { currentSkillName } from '../../db/catalog/former-names.ts'
import { AppError } from '../../errors.ts'
import { findOwnRun } from './find-own-run.ts'
import type { RerunSource } from './run-view.ts'
import { showRun } from './show-run.ts'

/** Larger ones would enlarge every page of the repeated run. */
const MAX_COMPARED_BYTES = 256 * 1024

/** Null if there is none that the caller may see, or of another skill. */
export async function findRerunSource(
  ctx: Context,
  id: string | null,
  skillName?: string,
): Promise<RerunSource | null> {
  if (id === null) return null
  try {
    const { row } = await findOwnRun(ctx, id)
    const { input, output } = showRun(row)
    if (row.purgedAt) return null
    if (skillName !== undefined && (await currentSkillName(ctx.db, row.skillName)) !== skillName) return null
    const isLarge = output !== undefined && Buffer.byteLength(JSON.stringify(output)) > MAX_COMPARED_BYTES
    return { id, input, ...(output !== undefined && !isLarge && { output }), ...(isLarge && { isLarge }) }
  } catch (thrown) {
    if (thrown instanceof AppError) return null
    throw thrown
  }
}
