/** One run, for those who may see it. Floor 3. */
import type { Context } from '../context.ts'
import { listRelatives } from '../db/run-history.ts'
import { listShareRows } from '../db/shares.ts'
import { findOwnRun } from './find-own-run.ts'
import { receiptOf } from './receipt.ts'
import { findRunBefore } from './run-before.ts'
import { findRunSkill } from './run-skill.ts'
import type { RunPage, RunView } from './run-view.ts'
import { showRun, showRunLine, showShare } from './show-run.ts'

/** As many as a run may call. */
const MAX_CHILDREN = 200

/** Throws UNAUTHENTICATED, and NOT_FOUND for runs of other organisations. */
export async function getRun(ctx: Context, id: unknown): Promise<RunView> {
  const { row, isPublisher } = await findOwnRun(ctx, id)
  return showRun(row, { forPublisher: isPublisher })
}

/** The run with what its page needs besides. Throws as `getRun`. */
export async function getRunPage(ctx: Context, id: unknown): Promise<RunPage> {
  const { row, isPublisher, canManage } = await findOwnRun(ctx, id)
  const { parent, children } = await listRelatives(ctx.db, row, MAX_CHILDREN)
  const shares = canManage ? await listShareRows(ctx.db, row.id) : []
  return {
    run: showRun(row, { forPublisher: isPublisher }),
    receipt: receiptOf(row),
    door: row.door,
    userName: row.user.name,
    skill: await findRunSkill(ctx.db, row),
    rerunOfId: row.rerunOfId,
    before: await findRunBefore(ctx, row.rerunOfId),
    parent: parent && showRunLine(parent),
    children: children.map(showRunLine),
    canManage,
    canTeach: isPublisher && row.skillSetId !== null,
    shares: shares.map(showShare),
  }
}
