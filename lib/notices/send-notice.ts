/** In-app notices. People read and change only their own list. */
import { type Context, requireViewer } from '../context/context.ts'
import type { Tx } from '../db/core/prisma-client.ts'
import {
  countUnreadOf,
  insertNotices,
  listNoticesOf,
  markAllNoticesRead,
  markNoticeRead,
  type NewNotice,
} from '../db/platform/notice-rows.ts'
import { AppError } from '../errors.ts'

/** Notifies each person once, within the transaction of the event. */
export async function sendNotice(tx: Tx, userIds: readonly string[], notice: NewNotice): Promise<void> {
  const people = [...new Set(userIds)]
  if (people.length > 0) await insertNotices(tx, people, notice)
}

export type NoticeView = {
  id: string
  kind: string
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
  const notices = rows.slice(0, PAGE_SIZE).map(({ createdAt, readAt, ...row }) => ({
    ...row,
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
