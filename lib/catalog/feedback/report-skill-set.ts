import { z } from 'zod'
import { listAdminIds } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireAdmin, requireViewer } from '../../context/context.ts'
import { type ActiveRestriction, strongestRestriction } from '../../contracts/versions/restriction.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import type { SkillSetRef } from '../../publishing/rows/published-versions.ts'
import {
  closeReportRow,
  countOpenReports,
  findReport,
  insertReport,
  listReportRows,
} from '../rows/reports.ts'
import { REPORT_REASONS, type ReportReason } from './feedback-limits.ts'
import { requireVisibleSkillSet } from './ratings.ts'

const MAX_REPORT_CHARS = 4_000
const PAGE_SIZE = 100

const ReportText = z
  .string()
  .trim()
  .min(1, 'Write a sentence or two. The recipient will read this.')
  .max(MAX_REPORT_CHARS, `Use at most ${MAX_REPORT_CHARS} characters.`)
  .refine(isStorable, 'This contains characters that cannot be stored.')

const reportFields = z.object({
  reason: z.enum(Object.keys(REPORT_REASONS) as [ReportReason], 'Choose a reason.'),
  message: ReportText,
})

/**
 * Reports a SkillSet to the admins of the site. Throws UNAUTHENTICATED, NOT_FOUND, INVALID_INPUT by field, and CONFLICT
 * if the viewer has an open report of this SkillSet.
 */
export async function reportSkillSet(ctx: Context, ref: SkillSetRef, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const { reason, message } = parseFields(reportFields, given)
  const { skillSet } = await requireVisibleSkillSet(ctx, ref)
  await ctx.db.$transaction(async (tx) => {
    const id = await insertReport(tx, { skillSetId: skillSet.id, userId: viewer.userId, reason, message })
    if (!id) {
      throw new AppError('CONFLICT', {
        message: 'You have already reported this SkillSet.',
        suggestedAction: 'You will get a notification when it is answered.',
      })
    }
    const subject = { subjectType: 'skill_set' as const, subjectId: skillSet.id, subject: nameOf(ref) }
    await recordAudit(tx, {
      actor: viewer,
      action: 'report.make',
      ...subject,
      data: { reason: message, kind: reason },
    })
    await sendNotice(tx, await listAdminIds(tx), {
      kind: 'report.made',
      title: `${skillSet.name} was reported`,
      body: `${REPORT_REASONS[reason]}. ${message}`,
      href: paths.reports,
    })
  })
}

export type ReportLine = {
  id: string
  skillSetId: string
  skillSet: string
  skillSetName: string
  href: string
  /** The strongest restriction of the SkillSet; null if it is neither hidden nor suspended. */
  restriction: ActiveRestriction | null
  reason: string
  message: string
  by: string
  atMs: number
  closedAtMs: number | null
  answer: string | null
}

export async function listReports(
  ctx: Context,
  { isOpen }: { isOpen: boolean },
): Promise<{ lines: ReportLine[]; open: number }> {
  requireAdmin(ctx)
  const rows = await listReportRows(ctx.db, { isOpen, take: PAGE_SIZE })
  const lines = rows.map(({ id, reason, message, user, skillSet, createdAt, closedAt, answer }) => ({
    id,
    skillSetId: skillSet.id,
    skillSet: nameOf({ publisher: skillSet.publisher.handle, skillset: skillSet.slug }),
    skillSetName: skillSet.name,
    href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
    restriction: strongestRestriction(skillSet.restrictions),
    reason: REPORT_REASONS[reason as ReportReason] ?? reason,
    message,
    by: user.name,
    atMs: createdAt.getTime(),
    closedAtMs: closedAt?.getTime() ?? null,
    answer,
  }))
  return { lines, open: await countOpenReports(ctx.db) }
}

/**
 * Answers and closes a report. The SkillSet itself is not changed. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND,
 * INVALID_INPUT without an answer, and CONFLICT if it is already closed.
 */
export async function closeReport(ctx: Context, id: string, answerText: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { answer } = parseFields(z.object({ answer: ReportText }), { answer: answerText })
  const found = await findReport(ctx.db, id)
  if (!found) throw new AppError('NOT_FOUND')
  const { skillSet, userId } = found
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  await ctx.db.$transaction(async (tx) => {
    const closed = { id: found.id, closedAt: new Date(), closedById: viewer.userId, answer }
    if (!(await closeReportRow(tx, closed)))
      throw new AppError('CONFLICT', { message: 'Another admin has already answered this report.' })
    const subject = { subjectType: 'skill_set' as const, subjectId: skillSet.id, subject: nameOf(ref) }
    await recordAudit(tx, { actor: viewer, action: 'report.close', ...subject, data: { reason: answer } })
    await sendNotice(tx, [userId], {
      kind: 'report.answered',
      title: `Your report on ${skillSet.name} was answered`,
      body: answer,
      href: paths.skillSet(ref.publisher, ref.skillset),
    })
  })
}

function nameOf({ publisher, skillset }: SkillSetRef): string {
  return `${publisher}.${skillset}`
}
