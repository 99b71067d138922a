import { listKeyChain } from '../../auth/rows/key-budgets.ts'
import { listSkillVersions } from '../../catalog/list-skill-versions.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { canPublish } from '../../context/require-publisher-admin.ts'
import { listRerunTree } from '../rows/run-family.ts'
import { listRelatives, type RunWithOwners } from '../rows/run-history.ts'
import { findOwnRun, findPlace, findRerunSource, findRunSkill, truncateForPage } from './find-own-run.ts'
import { buildReceipt } from './receipt.ts'
import type { RunPage, RunView } from './run-view.ts'
import { findOutsidePublisher, listShares } from './share-run.ts'
import { showRun, showRunLine } from './show-run.ts'
import { findSkillTitles } from './skill-titles.ts'

const MAX_CHILDREN = 200
const MAX_RERUNS = 50

/** Returns a run with its whole input and output. Throws as `findOwnRun`. */
export async function getRun(ctx: Context, id: unknown): Promise<RunView> {
  const { row, isPublisher } = await findOwnRun(ctx, id)
  return showRun(row, { forPublisher: isPublisher })
}

/** Returns a run for its page, without values that are too large for one. Throws as `findOwnRun`. */
export async function getRunPage(ctx: Context, id: unknown): Promise<RunPage> {
  const { row, isPublisher, canManage } = await findOwnRun(ctx, id)
  const { parent, children } = await listRelatives(ctx.db, row, MAX_CHILDREN)
  const { organisationId } = row
  const reruns = await listRerunTree(ctx.db, { id: row.id, organisationId, take: MAX_RERUNS })
  const lines = [...(parent ? [parent] : []), ...children, ...reruns]
  const titles = await findSkillTitles(ctx.db, [...new Set(lines.map(({ skillName }) => skillName))])
  const publisher = canManage ? findOutsidePublisher(row) : null
  const shares = canManage ? await listShares(ctx.db, row.id) : []
  return {
    run: truncateForPage({
      ...showRun(row, { forPublisher: isPublisher }),
      ...(await findPlace(ctx.db, row)),
    }),
    receipt: buildReceipt(row, row.keyId ? await listKeyChain(ctx.db, row.keyId) : []),
    channel: row.channel,
    userName: row.user.name,
    skill: await findRunSkill(ctx.db, row),
    rerunOfId: row.rerunOfId,
    otherVersions: (await listSkillVersions(ctx, row.skillName)).filter(
      (number) => number !== row.versionNumber,
    ),
    before: await findRerunSource(ctx, row.rerunOfId),
    parent: parent && showRunLine(parent, titles),
    children: children.map((child) => showRunLine(child, titles)),
    reruns:
      reruns.length > 1 ? reruns.map((rerun) => ({ ...showRunLine(rerun, titles), depth: rerun.depth })) : [],
    canManage,
    canAddExample: isPublisher && (await canPublishSkillOf(ctx, row)),
    shares,
    detailsFor: publisher === null ? null : { publisher, sharedAtMs: row.detailsSharedAt?.getTime() ?? null },
  }
}

/** Examples belong to a draft, which owners and admins of the publisher change. */
async function canPublishSkillOf(ctx: Context, { skillSet }: RunWithOwners): Promise<boolean> {
  const { userId } = requireViewer(ctx)
  const organisationId = skillSet?.publisher.organisationId
  return organisationId !== undefined && canPublish(ctx.db, { userId, organisationId })
}
