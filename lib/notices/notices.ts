/**
 * Notices: what happened that a person should know of, told inside the app.
 *
 * Floor 3. Everyone reads and ticks off their own list only; whose it is comes from the Context.
 */
import { type Context, requireViewer } from '../context.ts'
import type { Tx } from '../db/client.ts'
import {
  countUnreadOf,
  insertNotices,
  listNoticesOf,
  markAllNoticesRead,
  markNoticeRead,
  type NewNotice,
} from '../db/notices.ts'
import { AppError } from '../errors.ts'

/** Tells each of these people once, inside the transaction of the thing told. */
export async function notify(tx: Tx, userIds: readonly string[], notice: NewNotice): Promise<void> {
  const people = [...new Set(userIds)]
  if (people.length > 0) await insertNotices(tx, people, notice)
}

export type NoticeView = {
  id: string
  /** e.g. "submission.approved" */
  kind: string
  title: string
  body: string
  /** Where to look, as a path of this site. */
  href: string | null
  atMs: number
  isRead: boolean
}

export type NoticePage = { notices: NoticeView[]; nextCursor: string | null }

const PAGE_SIZE = 30

/** One page of the viewer's notices, newest first. */
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

/** How many the viewer has not read; 0 for visitors, whose pages ask too. */
export async function countUnread(ctx: Context): Promise<number> {
  return ctx.viewer ? countUnreadOf(ctx.db, ctx.viewer.userId) : 0
}

/** Throws NOT_FOUND for a notice of somebody else, as for one that does not exist. */
export async function markRead(ctx: Context, id: string): Promise<void> {
  const { userId } = requireViewer(ctx)
  const isTheirs = await markNoticeRead(ctx.db, { userId, id, at: new Date() })
  if (!isTheirs) throw new AppError('NOT_FOUND')
}

export async function markAllRead(ctx: Context): Promise<void> {
  const { userId } = requireViewer(ctx)
  await markAllNoticesRead(ctx.db, { userId, at: new Date() })
}
