/** Somebody says that something is wrong with a SkillSet; an admin looks, and answers. Floor 3. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireAdmin, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { isStorable } from '../contract/json/storable.ts'
import { paths } from '../contract/market/paths.ts'
import { REPORT_REASONS, type ReportReason } from '../contract/market/report-reasons.ts'
import { listAdminIds } from '../db/audiences.ts'
import type { SkillSetRef } from '../db/published.ts'
import { closeReportRow, countOpenReports, findReport, insertReport, listReportRows } from '../db/reports.ts'
import { AppError } from '../errors.ts'
import { notify } from '../notices/notices.ts'
import { requireSeen } from './require-seen.ts'

const WORDS_MAX = 4_000
/** As many as one looks through; who has more answers some first. */
const PAGE_SIZE = 100

const Words = z
  .string()
  .trim()
  .min(1, 'Write a sentence or two: the other side reads this.')
  .max(WORDS_MAX, `Keep it under ${WORDS_MAX} characters.`)
  .refine(isStorable, 'This contains characters that cannot be kept.')

const reportFields = z.object({
  reason: z.enum(Object.keys(REPORT_REASONS) as [ReportReason], 'Choose what is wrong.'),
  words: Words,
})

/**
 * Tells the admins. Throws UNAUTHENTICATED, NOT_FOUND for what the viewer cannot see, INVALID_INPUT by field, and
 * CONFLICT when they have reported it already and nobody has answered.
 */
export async function report(ctx: Context, ref: SkillSetRef, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const { reason, words } = parseWith(reportFields, given)
  const { skillSet } = await requireSeen(ctx, ref)
  await ctx.db.$transaction(async (tx) => {
    const id = await insertReport(tx, { skillSetId: skillSet.id, userId: viewer.userId, reason, words })
    if (!id) {
      throw new AppError('CONFLICT', {
        message: 'You have reported this already.',
        suggestedAction: 'Wait for the answer: it comes as a notice.',
      })
    }
    const subject = { subjectType: 'skillset', subjectId: skillSet.id, subject: nameOf(ref) }
    await recordAudit(tx, {
      actor: viewer,
      action: 'report.make',
      ...subject,
      data: { reason: words, kind: reason },
    })
    await notify(tx, await listAdminIds(tx), {
      kind: 'report.made',
      title: `${skillSet.name} was reported`,
      body: `${REPORT_REASONS[reason]}. ${words}`,
      href: paths.reports,
    })
  })
}

export type ReportLine = {
  id: string
  /** "guildhall.text_tools" */
  skillSet: string
  skillSetName: string
  href: string
  reason: string
  words: string
  by: string
  atMs: number
  closedAtMs: number | null
  /** What who reported it was told. */
  answer: string | null
}

/** Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function listReports(
  ctx: Context,
  { isOpen }: { isOpen: boolean },
): Promise<{ lines: ReportLine[]; open: number }> {
  requireAdmin(ctx)
  const rows = await listReportRows(ctx.db, { isOpen, take: PAGE_SIZE })
  const lines = rows.map(({ id, reason, words, user, skillSet, createdAt, closedAt, answer }) => ({
    id,
    skillSet: nameOf({ publisher: skillSet.publisher.handle, skillset: skillSet.slug }),
    skillSetName: skillSet.name,
    href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
    reason: REPORT_REASONS[reason as ReportReason] ?? reason,
    words,
    by: user.name,
    atMs: createdAt.getTime(),
    closedAtMs: closedAt?.getTime() ?? null,
    answer,
  }))
  return { lines, open: await countOpenReports(ctx.db) }
}

/**
 * Answers whoever reported it, and takes it off the list. Taking the SkillSet down is an act of its own.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for anyone but admins, NOT_FOUND, INVALID_INPUT without an answer, and
 * CONFLICT when another admin has answered.
 */
export async function closeReport(ctx: Context, id: string, words: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { answer } = parseWith(z.object({ answer: Words }), { answer: words })
  const found = await findReport(ctx.db, id)
  if (!found) throw new AppError('NOT_FOUND')
  const { skillSet, userId } = found
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  await ctx.db.$transaction(async (tx) => {
    const closed = { id: found.id, closedAt: new Date(), closedById: viewer.userId, answer }
    if (!(await closeReportRow(tx, closed)))
      throw new AppError('CONFLICT', { message: 'Another admin has answered it meanwhile.' })
    const subject = { subjectType: 'skillset', subjectId: skillSet.id, subject: nameOf(ref) }
    await recordAudit(tx, { actor: viewer, action: 'report.close', ...subject, data: { reason: answer } })
    await notify(tx, [userId], {
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
