import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireAdmin } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { listMailRows, requeueMail } from '../rows/mail-rows.ts'
import { type MailMode, mailMode, senderAddress } from './mail-settings.ts'

const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'outbox'] as const

export type MailState = (typeof MAIL_STATES)[number]

export type MailView = {
  id: string
  to: string
  subject: string
  state: MailState
  problem: string | null
  attempts: number
  atMs: number
  /** Null outside development, where an admin could open other people's links. */
  text: string | null
}

type MailPage = { mode: MailMode; from: string; mails: MailView[]; nextCursor: string | null }

const PAGE_SIZE = 50

/** Returns the newest first. Throws UNAUTHENTICATED, POLICY_DENIED. */
export async function listMails(ctx: Context, after?: string): Promise<MailPage> {
  requireAdmin(ctx)
  const rows = await listMailRows(ctx.db, { after, take: PAGE_SIZE + 1 })
  const mails = rows
    .slice(0, PAGE_SIZE)
    .map(({ id, to, subject, state, problem, attempts, createdAt, text }) => ({
      id,
      to,
      subject,
      // A state of a later version is one of not being sent yet.
      state: MAIL_STATES.find((each) => each === state) ?? 'waiting',
      problem,
      attempts,
      atMs: createdAt.getTime(),
      text: state === 'outbox' ? text : null,
    }))
  const nextCursor = rows.length > PAGE_SIZE ? (mails.at(-1)?.id ?? null) : null
  return { mode: mailMode(), from: senderAddress(await readSetting(ctx.db, 'name')), mails, nextCursor }
}

/** Throws POLICY_DENIED, and CONFLICT unless the mail has failed. */
export async function retryMail(ctx: Context, id: string): Promise<void> {
  const admin = requireAdmin(ctx)
  await ctx.db.$transaction(async (tx) => {
    if (!(await requeueMail(tx, id, new Date())))
      throw new AppError('CONFLICT', { message: 'Only a failed mail can be sent again.' })
    const subject = { subjectType: 'mail' as const, subjectId: id, subject: id }
    await recordAudit(tx, { actor: admin, action: 'mail.retry', ...subject })
  })
}
