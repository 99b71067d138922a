/** People read and change only their own notices. */
import { randomUUIDv7 } from 'node:crypto'
import { type Context, requireViewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { DAY_MS } from '../kernel/time.ts'
import { enqueueMails } from './mail/enqueue-mail.ts'
import { type RichText, readMailMarkdown } from './mail/mail-markdown.ts'
import { canSendMail, mailLinkOrigin } from './mail/mail-settings.ts'
import type { MailContent } from './mail/render-mail.ts'
import {
  defaultChannels,
  isAlwaysSent,
  type NoticeKind,
  parseNoticeKind,
  TOPICS,
  type Topic,
  topicOf,
} from './model/notice-topics.ts'
import { unsubscribeUrl } from './notice-preferences.ts'
import { listRecipients } from './rows/notice-preferences.ts'
import {
  countUnreadOf,
  insertNotices,
  listNoticesOf,
  markAllNoticesRead,
  markNoticeRead,
  markNoticeSent,
  type NewNotice,
} from './rows/notice-rows.ts'
import { enqueueDelivery, type NoticeMessage } from './webhooks/enqueue-deliveries.ts'

/**
 * Notifies each person once, through the channels that they chose for the topic; by mail only if their address is
 * verified. Call it in the transaction of the event, so that there are notices, mails and deliveries exactly if the event
 * took place.
 */
export async function sendNotice(tx: Tx, userIds: readonly string[], notice: NewNotice): Promise<void> {
  if (userIds.length === 0) return
  const topic = topicOf(notice.kind)
  const people = (await listRecipients(tx, [...new Set(userIds)], topic)).map((person) => ({
    ...person,
    channels: (!isAlwaysSent(topic) && person.noticePreferences[0]) || defaultChannels(topic),
  }))
  const onSite = people.filter(({ channels }) => channels.onSite).map(({ id }) => id)
  if (onSite.length > 0) await insertNotices(tx, onSite, notice)
  for (const { noticeWebhook: webhook, channels } of people)
    if (webhook && !webhook.pausedAt && channels.byWebhook)
      await enqueueDelivery(tx, webhook, { notice: buildNoticeMessage(notice, topic) })
  if (!canSendMail()) return
  const byEmail = people.filter(({ channels, emailVerified }) => channels.byEmail && emailVerified)
  if (byEmail.length === 0) return
  const body = await readMailMarkdown(notice.body)
  await enqueueMails(
    tx,
    byEmail.map((person) => ({
      email: person.email,
      userId: person.id,
      kind: notice.kind,
      content: (site: string) => buildMail({ ...notice, body }, topic, { site, userId: person.id }),
    })),
  )
}

/**
 * Sends a notice at most once in `days`, unless `clearNoticeMark` allows it earlier. `listUserIds` is called only if the
 * notice is due, because it may read many rows.
 */
export async function sendNoticeOnce(
  tx: Tx,
  mark: { key: string; days: number },
  listUserIds: () => Promise<readonly string[]>,
  notice: NewNotice,
): Promise<void> {
  const at = new Date()
  const since = new Date(at.getTime() - mark.days * DAY_MS)
  if (await markNoticeSent(tx, mark.key, { at, since })) await sendNotice(tx, await listUserIds(), notice)
}

type RichNotice = Omit<NewNotice, 'body'> & { body: string | RichText }

function buildMail(
  { title, body, href }: RichNotice,
  topic: Topic,
  { site, userId }: { site: string; userId: string },
): MailContent {
  const isFixed = isAlwaysSent(topic)
  const url = isFixed ? undefined : unsubscribeUrl(userId, topic)
  return {
    subject: title,
    paragraphs: [`${title}.`, ...(body === '' ? [] : [body])],
    ...(href && { action: { label: `Open on ${site}`, href: mailLinkOrigin() + href } }),
    reason: isFixed
      ? 'You get this email because it is about how you sign in.'
      : `You get this email because notifications on “${TOPICS[topic].label}” are on.`,
    ...(url && { unsubscribeUrl: url }),
  }
}

/** Each person's message has its own id, by which its receiver detects repeats. */
function buildNoticeMessage({ kind, title, body, href }: NewNotice, topic: Topic): NoticeMessage {
  const url = href === undefined ? null : mailLinkOrigin() + href
  return { id: `notice_${randomUUIDv7()}`, atMs: Date.now(), kind, topic, title, body, url }
}

export type NoticeView = {
  id: string
  /** Null for a kind that this version does not know. */
  kind: NoticeKind | null
  title: string
  body: string
  href: string | null
  atMs: number
  isRead: boolean
}

export type NoticePage = { notices: NoticeView[]; nextCursor: string | null }

const PAGE_SIZE = 30

export async function listNotices(ctx: Context, after?: string): Promise<NoticePage> {
  const { userId } = requireViewer(ctx)
  const rows = await listNoticesOf(ctx.db, userId, { after, take: PAGE_SIZE + 1 })
  const notices = rows.slice(0, PAGE_SIZE).map(({ createdAt, readAt, kind, ...row }) => ({
    ...row,
    kind: parseNoticeKind(kind),
    atMs: createdAt.getTime(),
    isRead: readAt !== null,
  }))
  return { notices, nextCursor: rows.length > PAGE_SIZE ? (notices.at(-1)?.id ?? null) : null }
}

export async function countUnread(ctx: Context): Promise<number> {
  return ctx.viewer ? countUnreadOf(ctx.db, ctx.viewer.userId) : 0
}

export async function markRead(ctx: Context, id: string): Promise<void> {
  const { userId } = requireViewer(ctx)
  const isTheirs = await markNoticeRead(ctx.db, { userId, id, at: new Date() })
  if (!isTheirs) throw new AppError('NOT_FOUND')
}

export async function markAllRead(ctx: Context): Promise<void> {
  const { userId } = requireViewer(ctx)
  await markAllNoticesRead(ctx.db, { userId, at: new Date() })
}
