/** What versions did for the first time, for admins, and versions that are paused for it. */
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireAdmin } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { listMemberIds } from '../organisations/rows/memberships.ts'
import { NOT_INDEPENDENT, requireIndependentAdmin } from '../publishing/rows/require-independent-admin.ts'
import { describeBehaviour, describeTraffic } from './model/describe-behaviour.ts'
import {
  type FirstEverRow,
  findPausedVersion,
  listFirstEverLines,
  resumeVersion,
} from './rows/behaviour-rows.ts'

export type FirstEverView = {
  versionId: string
  /** "Text tools 1.2.0". */
  title: string
  handle: string
  slug: string
  publisher: string
  isPaused: boolean
  lines: { skill: string; sentence: string; traffic: string; firstSeenAtMs: number }[]
}

/** Returns versions with what they did for the first time, the newest first. Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function listFirstEverBehaviour(ctx: Context): Promise<FirstEverView[]> {
  requireAdmin(ctx)
  const rows = await listFirstEverLines(ctx.db)
  return [...Map.groupBy(rows, ({ version }) => version.id).values()].flatMap((own) => {
    const [first] = own
    return first ? [toView(first.version, own)] : []
  })
}

function toView(version: FirstEverRow['version'], rows: readonly FirstEverRow[]): FirstEverView {
  const { skillSet } = version
  return {
    versionId: version.id,
    title: `${skillSet.name} ${version.number}`,
    handle: skillSet.publisher.handle,
    slug: skillSet.slug,
    publisher: skillSet.publisher.displayName,
    isPaused: version.behaviour !== null && version.behaviour.pausedAt !== null,
    lines: rows.map(({ line, firstSeenAt }) => ({
      skill: line.skill,
      sentence: describeBehaviour(line),
      traffic: describeTraffic(line),
      firstSeenAtMs: firstSeenAt.getTime(),
    })),
  }
}

/**
 * Lets a paused version run again, and tells its publisher. Throws UNAUTHENTICATED, POLICY_DENIED (not an admin, or one
 * who belongs to the publisher while another could decide), NOT_FOUND, and CONFLICT if the version is not paused.
 */
export async function resumePausedVersion(ctx: Context, versionId: string): Promise<void> {
  const viewer = requireAdmin(ctx)
  const version = await findPausedVersion(ctx.db, versionId)
  if (!version) throw new AppError('NOT_FOUND')
  const { skillSet, number } = version
  const isIndependent = await requireIndependentAdmin(ctx.db, viewer, skillSet.publisher)
  await ctx.db.$transaction(async (tx) => {
    if (!(await resumeVersion(tx, versionId, new Date())))
      throw new AppError('CONFLICT', { message: `${skillSet.name} ${number} is not paused.` })
    await recordAudit(tx, {
      actor: viewer,
      action: 'version.resume',
      subjectType: 'version',
      subjectId: versionId,
      subject: `${skillSet.publisher.handle}.${skillSet.slug} ${number}`,
      data: isIndependent ? {} : { reason: NOT_INDEPENDENT },
    })
    const members = (await listMemberIds(tx, skillSet.publisher.organisationId)).filter(
      (id) => id !== viewer.userId,
    )
    await sendNotice(tx, members, {
      kind: 'version.resumed',
      title: `${skillSet.name} ${number} runs again`,
      body: 'An admin looked at what it did for the first time, and ended its pause.',
      href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
    })
  })
}
