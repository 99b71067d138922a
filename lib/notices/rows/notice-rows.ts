import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { NoticeKind } from '../model/notice-topics.ts'

export type NewNotice = { kind: NoticeKind; title: string; body: string; href?: string }
type NoticeRow = Prisma.NoticeGetPayload<{ omit: { userId: true } }>

export async function insertNotices(tx: Tx, userIds: readonly string[], notice: NewNotice): Promise<void> {
  await tx.notice.createMany({ data: userIds.map((userId) => ({ userId, ...notice })) })
}

export function listNoticesOf(
  db: Database | Tx,
  userId: string,
  page: { after?: string; take: number },
): Promise<NoticeRow[]> {
  return db.notice.findMany({
    where: { userId },
    omit: { userId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
}

export function countUnreadOf(db: Database | Tx, userId: string): Promise<number> {
  return db.notice.count({ where: { userId, readAt: null } })
}

export async function markNoticeRead(
  db: Database | Tx,
  { userId, id, at }: { userId: string; id: string; at: Date },
): Promise<boolean> {
  const { count } = await db.notice.updateMany({ where: { id, userId, readAt: null }, data: { readAt: at } })
  return count === 1 || (await db.notice.count({ where: { id, userId } })) === 1
}

export async function markAllNoticesRead(
  db: Database | Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<number> {
  const { count } = await db.notice.updateMany({ where: { userId, readAt: null }, data: { readAt: at } })
  return count
}

/** Marks what asked these people for something as read, because it was done, by whomever of them. */
export async function markNoticesDone(
  tx: Tx,
  { userIds, kind, href, at }: { userIds: string[]; kind: NoticeKind; href: string; at: Date },
): Promise<void> {
  await tx.notice.updateMany({
    where: { userId: { in: userIds }, kind, href, readAt: null },
    data: { readAt: at },
  })
}

/** Returns true for one of concurrent calls. */
export async function markNoticeSent(
  tx: Tx,
  key: string,
  { at, since }: { at: Date; since: Date },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO "NoticeMark" ("key", "at") VALUES (${key}, ${at})
    ON CONFLICT ("key") DO UPDATE SET "at" = EXCLUDED."at" WHERE "NoticeMark"."at" < ${since}`
  return count === 1
}

export async function clearNoticeMark(tx: Tx, key: string): Promise<void> {
  await tx.noticeMark.deleteMany({ where: { key } })
}
