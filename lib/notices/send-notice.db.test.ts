import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeUser, visitor } from '../testing/factories.ts'
import { countUnread, listNotices, markAllRead, markRead, sendNotice } from './send-notice.ts'

const db = database()
const notice = {
  kind: 'submission.approved',
  title: 'Approved',
  body: 'It is public now.',
  href: '/press/tools',
} as const

async function sendToAll(...userIds: string[]) {
  await db.$transaction((tx) => sendNotice(tx, userIds, notice))
}

test('a person who is listed twice as a recipient is notified once', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)

  await sendToAll(user.id, user.id)

  const { notices } = await listNotices(ctx)
  expect(notices).toMatchObject([{ ...notice, isRead: false }])
  expect(await countUnread(ctx)).toBe(1)
})

test('a notice of a kind that only a later version knows is listed without its kind', async () => {
  const user = await makeUser()
  await sendToAll(user.id)
  await db.notice.updateMany({ where: { userId: user.id }, data: { kind: 'moon.landing' } })

  const { notices } = await listNotices(await contextFor(user))

  expect(notices).toMatchObject([{ kind: null, title: 'Approved' }])
})

test('a notice without recipients is not an error', async () => {
  await expect(sendToAll()).resolves.toBeUndefined()
})

test('a person marks one notice as read, or all', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  await sendToAll(user.id)
  await sendToAll(user.id)
  const { notices } = await listNotices(ctx)

  await markRead(ctx, notices[0]!.id)
  expect(await countUnread(ctx)).toBe(1)

  await markAllRead(ctx)
  expect(await countUnread(ctx)).toBe(0)
})

test('the next page of notices starts after the last one shown', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  for (let nth = 0; nth < 31; nth++) await sendToAll(user.id)

  const first = await listNotices(ctx)
  const second = await listNotices(ctx, first.nextCursor ?? undefined)

  expect([first.notices.length, second.notices.length]).toEqual([30, 1])
  expect(second.nextCursor).toBeNull()
})

test('the notice of another person is not found, neither listed nor marked as read', async () => {
  const [owner, stranger] = [await makeUser(), await makeUser()]
  await sendToAll(owner.id)
  const { notices } = await listNotices(await contextFor(owner))
  const ctx = await contextFor(stranger)

  await expect(markRead(ctx, notices[0]!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await listNotices(ctx)).notices).toEqual([])
})

test('a visitor cannot list or mark notices, and has none unread', async () => {
  await expect(listNotices(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(markAllRead(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(markRead(visitor(), 'any')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await countUnread(visitor())).toBe(0)
})
