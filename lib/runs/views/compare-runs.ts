import type { Context } from '../../context/context.ts'
import { isLargeForPage } from '../model/size-limits.ts'
import { findOwnRun } from './find-own-run.ts'
import { listRuns } from './list-runs.ts'
import type { RunLine, RunView } from './run-view.ts'
import { showRun, showRunLine } from './show-run.ts'
import { findSkillTitles } from './skill-titles.ts'

export type ComparedRun = RunLine &
  Pick<RunView, 'input' | 'output' | 'purgedAtMs'> & {
    /** Comparing large ones would block the page, so input and output are left out. */
    isLarge?: true
  }

type RunComparison = {
  before: ComparedRun
  after: ComparedRun | null
  /** Latest runs of the same skill to choose from. */
  others: RunLine[]
}

/**
 * Returns the older run as `before`, whichever was chosen first. Throws UNAUTHENTICATED, and NOT_FOUND for runs that the
 * viewer may not read.
 */
export async function compareRuns(
  ctx: Context,
  ids: { before: unknown; after?: unknown },
): Promise<RunComparison> {
  const first = await findCompared(ctx, ids.before)
  const second = ids.after === undefined ? null : await findCompared(ctx, ids.after)
  const isSwapped = second !== null && second.createdAtMs < first.createdAtMs
  const [before, after] = isSwapped ? [second, first] : [first, second]
  const { runs } = after ? { runs: [] } : await listRuns(ctx, { skill: before.skillName })
  return { before, after, others: runs.filter(({ id }) => id !== before.id) }
}

async function findCompared(ctx: Context, id: unknown): Promise<ComparedRun> {
  const { row } = await findOwnRun(ctx, id)
  const { input, output, purgedAtMs } = showRun(row)
  const titles = await findSkillTitles(ctx.db, [row.skillName])
  const line = { ...showRunLine(row, titles), ...(purgedAtMs !== undefined && { purgedAtMs }) }
  if (isLargeForPage([input, output ?? null])) return { ...line, input: null, isLarge: true }
  return { ...line, input, ...(output !== undefined && { output }) }
}
