/** The run that another one repeats, as far as the two are compared. Floor 3. */
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { findOwnRun } from './find-own-run.ts'
import type { RunBefore } from './run-view.ts'
import { showRun } from './show-run.ts'

/** More than this nobody compares line by line, and every page of the repetition would carry it. */
const MAX_BYTES = 256 * 1024

/** Null when there is none, or none that the caller may see; of `skillName` alone where one is given. */
export async function findRunBefore(
  ctx: Context,
  id: string | null,
  skillName?: string,
): Promise<RunBefore | null> {
  if (id === null) return null
  try {
    const { row } = await findOwnRun(ctx, id)
    const { input, output } = showRun(row)
    if (row.forgottenAt || (skillName !== undefined && row.skillName !== skillName)) return null
    const isLarge = output !== undefined && Buffer.byteLength(JSON.stringify(output)) > MAX_BYTES
    return { id, input, ...(output !== undefined && !isLarge && { output }), ...(isLarge && { isLarge }) }
  } catch (thrown) {
    if (thrown instanceof AppError) return null
    throw thrown
  }
}
